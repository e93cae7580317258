#include "web/lab/desktop/script.h"

#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "web/lab/desktop/data.h"
#include "web/lab/evaluation/csv.h"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace lab {

namespace {

constexpr int quiet_frames = 4, most_frames = 5000, drag_steps = 12;

class Runner {
public:
    Runner(Lab& lab, Window& window) : m_lab(lab), m_window(window) {}

    bool run(const std::string& line)
    {
        std::istringstream words(line);
        std::string command, name;
        if (!(words >> command) || command.front() == '#')
            return true;
        double first = .5, second = .5;
        if (command == "frames") {
            words >> first;
            draw(static_cast<int>(first));
            return true;
        }
        if (command == "settle")
            return settle();
        if (command == "times") {
            const FrameTimes& times = m_window.times();
            std::printf("frames %d worst %.2f cells %d settled_ms %.1f\n", times.frames, times.worst, m_lab.results().map.done(), m_settled_ms);
            m_window.forget_times();
            return true;
        }
        words >> name;
        if (command == "click")
            return at(name, .5, .5) && press(true) && press(false);
        if (command == "point") {
            words >> first >> second;
            return at(name, first, second);
        }
        if (command == "drag") {
            words >> first >> second;
            return drag(name, first, second);
        }
        if (command == "set") {
            std::string value;
            words >> value;
            return apply_text(m_lab.state, name, value);
        }
        if (command == "input") {
            std::printf("%s %s\n", name.c_str(), exact_number(m_lab.state.serving[name]).c_str());
            return engine::field_index(m_lab.state.serving.calculator->inputs, name) >= 0;
        }
        if (command == "print")
            return print(name);
        if (command == "screenshot")
            return m_window.save(name);
        if (command == "csv")
            return static_cast<bool>(std::ofstream(name, std::ios::binary)
                                     << csv(m_lab.state, m_lab.results(), m_lab.catalog));
        return false;
    }

private:
    void draw(int count)
    {
        for (int i = 0; i < count; ++i)
            m_window.frame();
    }

    bool settle()
    {
        const auto start = std::chrono::steady_clock::now();
        const auto spent = [&] { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count(); };
        m_window.frame(); // takes the change over
        int frames = 1;
        m_settled_ms = spent();
        for (int quiet = 0; quiet < quiet_frames && frames < most_frames; ++frames) {
            const bool is_busy = m_window.frame();
            quiet = is_busy ? 0 : quiet + 1;
            if (is_busy || quiet == 1)
                m_settled_ms = spent();
        }
        return frames < most_frames;
    }

    bool at(const std::string& name, double along, double down)
    {
        const Rectangle* place = m_lab.place(name);
        if (!place) {
            std::fprintf(stderr, "gloss-lab: nothing called '%s' was drawn yet\n", name.c_str());
            return false;
        }
        ImGui::GetIO().AddMousePosEvent(place->left + static_cast<float>(along) * (place->right - place->left),
                                        place->top + static_cast<float>(down) * (place->bottom - place->top));
        draw(1);
        return true;
    }

    bool press(bool is_down)
    {
        ImGui::GetIO().AddMouseButtonEvent(0, is_down);
        draw(2);
        return true;
    }

    bool drag(const std::string& name, double from, double to)
    {
        bool is_done = at(name, from, .5) && press(true);
        for (int i = 1; i <= drag_steps && is_done; ++i)
            is_done = at(name, from + (to - from) * i / drag_steps, .5);
        return is_done && press(false);
    }

    bool print(const std::string& name)
    {
        const Results& results = m_lab.results();
        const bool serves = engine::field_index(engine::throughput.outputs, name) >= 0;
        const engine::Calculator& calculator = serves ? engine::throughput : engine::inference_memory;
        const double value = (serves ? results.serving : results.memory).output(calculator, name);
        std::printf("%s %.17g\n", name.c_str(), value);
        return engine::field_index(calculator.outputs, name) >= 0;
    }

    Lab& m_lab;
    Window& m_window;
    double m_settled_ms = 0;
};

}

bool run_script(std::istream& script, Lab& lab, Window& window)
{
    Runner runner(lab, window);
    std::string line;
    for (int number = 1; std::getline(script, line); ++number)
        if (!runner.run(line)) {
            std::fprintf(stderr, "gloss-lab: line %d of the script cannot be done: %s\n", number, line.c_str());
            return false;
        }
    return true;
}

}
