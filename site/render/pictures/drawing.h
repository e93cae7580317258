#pragma once
// An SVG under construction. Coordinates are units of a drawing 400 wide; on a phone a unit is about 0.9 pixel, so that
// the text of 12.5 units stays legible. What a shape looks like is a class of picture.css: no colour and no style here.

#include <string>
#include <string_view>

namespace site {

/// A coordinate as SVG wants it, at most one decimal.
std::string coordinate(double value);

class Drawing {
public:
    static constexpr double width = 400;

    void box(double x, double y, double w, double h, std::string_view classes, double radius = 0);
    void line(double x1, double y1, double x2, double y2, std::string_view classes);
    void path(std::string_view d, std::string_view classes);
    void dot(double x, double y, double radius, std::string_view classes);
    /// Plain text, its baseline at y. The classes `mid` and `end` centre it and set it flush right.
    void text(double x, double y, std::string_view words, std::string_view classes = {});
    /// An arrow from one point to another, its head as long as `head`.
    void arrow(double x1, double y1, double x2, double y2, std::string_view classes, double head = 6);

    /// The whole element: `title` names it and `description` says what one sees, for those who do not.
    std::string svg(double height, std::string_view title, std::string_view description) const;

private:
    void open(std::string_view element, std::string_view classes);
    void attribute(std::string_view name, double value);

    std::string m_body;
};

}
