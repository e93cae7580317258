#include "web/lab/desktop/window.h"

#include "web/lab/desktop/picture.h"
#include "web/lab/evaluation/csv.h"

#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <utility>

namespace lab {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double budget_ms = 7; ///< of a frame, which may not take 8

double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

void complain(int code, const char* text) { std::fprintf(stderr, "gloss-lab: GLFW %d: %s\n", code, text); }

std::string query_of(const std::vector<Setting>& settings)
{
    std::string query;
    for (const Setting& setting : settings)
        query += (query.empty() ? "?" : "&") + setting.key + "=" + setting.value;
    return query;
}

}

Window::Window(Lab& lab, const WindowOptions& options) : m_lab(lab), m_options(options)
{
    glfwSetErrorCallback(complain);
    if (!glfwInit())
        return;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    m_window = glfwCreateWindow(options.width, options.height, "Gloss lab", nullptr, nullptr);
    if (!m_window)
        return;
    glfwMakeContextCurrent(m_window);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigDragClickToInputText = true;
    ImGui_ImplGlfw_InitForOpenGL(m_window, true);
    ImGui_ImplOpenGL3_Init("#version 130");
    if (m_options.scale <= 0) {
        float y = 1;
        glfwGetWindowContentScale(m_window, &m_options.scale, &y);
    }
    std::ifstream stream(options.font, std::ios::binary);
    m_font.assign(std::istreambuf_iterator<char>(stream), {});
    m_lab.set_font(m_font.data(), static_cast<int>(m_font.size()));
    m_lab.use(options.is_dark, m_options.scale);
}

Window::~Window()
{
    if (m_window) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
        glfwDestroyWindow(m_window);
    }
    glfwTerminate();
}

bool Window::should_close() const { return glfwWindowShouldClose(m_window); }
void Window::wait_for_events() { glfwWaitEventsTimeout(.25); }

bool Window::frame()
{
    glfwPollEvents();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    const Clock::time_point start = Clock::now();
    ImGui::NewFrame();
    m_lab.frame();
    ImGui::Render();
    const double framed = ms_since(start);
    int width = 0, height = 0;
    glfwGetFramebufferSize(m_window, &width, &height);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    const Clock::time_point drawn = Clock::now();
    bool is_left = true;
    while (is_left && framed + ms_since(drawn) < budget_ms)
        is_left = m_lab.work();
    m_times.last = framed + ms_since(drawn);
    m_times.worst = std::max(m_times.worst, m_times.last);
    ++m_times.frames;
    m_times.busy += is_left;
    if (const Wish wish = m_lab.take_wish(); wish != Wish::none)
        grant(wish);
    if (!m_picture.empty())
        take_picture(std::exchange(m_picture, {}));
    glfwSwapBuffers(m_window);
    return is_left;
}

bool Window::save(const std::string& file)
{
    m_picture = file;
    frame();
    return m_is_saved;
}

/// Before the buffers change places: what stands in the front one is not to be read everywhere.
void Window::take_picture(const std::string& file)
{
    int width = 0, height = 0;
    glfwGetFramebufferSize(m_window, &width, &height);
    m_is_saved = save_picture(file, width, height);
}

void Window::grant(Wish wish)
{
    const std::string query = query_of(settings(m_lab.state));
    std::string told = query;
    if (wish == Wish::png) {
        told = "gloss-lab.png";
        take_picture(told);
    } else if (wish == Wish::csv) {
        told = "gloss-lab.csv";
        std::ofstream(told, std::ios::binary) << "\xef\xbb\xbf" << csv(m_lab.state, m_lab.results(), m_lab.catalog);
    } else {
        const std::string folder = m_options.site + (m_lab.words.language == engine::Language::zh ? "/zh/" : "/en/");
        told = wish == Wish::address ? folder + "lab/" + query
                                     : folder + "calculators/throughput/" + query_of(calculator_settings(m_lab.state, *m_lab.state.serving.calculator));
        glfwSetClipboardString(m_window, told.c_str());
    }
    std::printf("%s\n", told.c_str());
    std::fflush(stdout);
}

}
