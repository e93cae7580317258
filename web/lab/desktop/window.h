#pragma once
// The lab's window on the desktop: GLFW, OpenGL 3, Dear ImGui's own back ends.

#include "web/lab/lab.h"

#include <string>

struct GLFWwindow;

namespace lab {

struct WindowOptions {
    int width = 1280, height = 800;
    float scale = 0;              ///< 0: the screen's
    bool is_dark = false;
    std::string font;             ///< file
    std::string site = "http://127.0.0.1:8000"; ///< where the calculators are
};

struct FrameTimes {
    int frames = 0, busy = 0;     ///< busy: frames that left something to compute
    double worst = 0, last = 0;   ///< ms of the lab's own work
};

class Window {
public:
    /// Check is_open() before anything else: no display, no window.
    Window(Lab&, const WindowOptions&);
    ~Window();
    Window(const Window&) = delete;

    bool is_open() const { return m_window != nullptr; }
    bool should_close() const;
    /// One picture, and what else there is time for. True while something is left to compute.
    bool frame();
    void wait_for_events();
    /// One picture, into a PNG file.
    bool save(const std::string& file);
    const FrameTimes& times() const { return m_times; }
    void forget_times() { m_times = {}; }

private:
    void grant(Wish);
    void take_picture(const std::string& file);

    Lab& m_lab;
    WindowOptions m_options;
    std::string m_font;
    GLFWwindow* m_window = nullptr;
    FrameTimes m_times;
    std::string m_picture;    ///< file that the next frame is to be saved in
    bool m_is_saved = false;
};

}
