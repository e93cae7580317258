#include "site/render/pictures/drawing.h"

#include "site/render/html.h"

#include <array>
#include <charconv>
#include <cmath>

namespace site {

std::string coordinate(double value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 1).ptr;
    std::string text(buffer.data(), end);
    if (text.ends_with(".0"))
        text.resize(text.size() - 2);
    return text == "-0" ? "0" : text;
}

void Drawing::open(std::string_view element, std::string_view classes)
{
    m_body.append("<").append(element);
    if (!classes.empty())
        m_body.append(" class=\"").append(classes).append("\"");
}

void Drawing::attribute(std::string_view name, double value)
{
    m_body.append(" ").append(name).append("=\"").append(coordinate(value)).append("\"");
}

void Drawing::box(double x, double y, double w, double h, std::string_view classes, double radius)
{
    open("rect", classes);
    attribute("x", x);
    attribute("y", y);
    attribute("width", w);
    attribute("height", h);
    if (radius > 0)
        attribute("rx", radius);
    m_body += "/>";
}

void Drawing::line(double x1, double y1, double x2, double y2, std::string_view classes)
{
    path("M" + coordinate(x1) + " " + coordinate(y1) + "L" + coordinate(x2) + " " + coordinate(y2), classes);
}

void Drawing::path(std::string_view d, std::string_view classes)
{
    open("path", classes);
    m_body.append(" d=\"").append(d).append("\"/>");
}

void Drawing::dot(double x, double y, double radius, std::string_view classes)
{
    open("circle", classes);
    attribute("cx", x);
    attribute("cy", y);
    attribute("r", radius);
    m_body += "/>";
}

void Drawing::text(double x, double y, std::string_view words, std::string_view classes)
{
    open("text", classes);
    attribute("x", x);
    attribute("y", y);
    m_body += ">";
    append_escaped(m_body, words);
    m_body += "</text>";
}

void Drawing::arrow(double x1, double y1, double x2, double y2, std::string_view classes, double head)
{
    const double length = std::hypot(x2 - x1, y2 - y1);
    if (length == 0)
        return;
    const double along_x = (x2 - x1) / length, along_y = (y2 - y1) / length;
    const double back_x = x2 - head * along_x, back_y = y2 - head * along_y;
    line(x1, y1, back_x, back_y, classes);
    const double half = head * 0.55;
    path("M" + coordinate(x2) + " " + coordinate(y2) + "L" + coordinate(back_x - half * along_y) + " " +
             coordinate(back_y + half * along_x) + "L" + coordinate(back_x + half * along_y) + " " +
             coordinate(back_y - half * along_x) + "z",
         std::string("head ") + std::string(classes));
}

std::string Drawing::svg(double height, std::string_view title, std::string_view description) const
{
    std::string out = "<svg viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) + "\" role=\"img\" aria-label=\"";
    append_escaped(out, title);
    out += "\"><desc>";
    append_escaped(out, description);
    return out + "</desc>" + m_body + "</svg>";
}

}
