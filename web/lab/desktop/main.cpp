// gloss-lab: the lab in a window of the desktop. What it can do: --help.

#include "web/lab/desktop/data.h"
#include "web/lab/desktop/script.h"
#include "web/lab/desktop/window.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr const char* help = R"(gloss-lab [OPTION]... [FIELD=VALUE]...
The lab of Gloss in a window. FIELD=VALUE as in the address of the lab's page: panel=curves model=llama-3.1-8b gpus=4 input_tokens=8k
  --lang zh|en      language (zh)
  --dark            dark colours
  --size WxH        size of the window (1280x800)
  --scale X         size of letters and controls, 2 for twice as large (the screen's)
  --state FILE      reads the scenario from FILE, and writes it there at the end: one FIELD=VALUE a line
  --content DIR     folder with data/ (content of the checkout)
  --assets DIR      folder with strings/ (assets of the checkout)
  --font FILE       TrueType font (the one made at build time)
  --site URL        where the pages of the calculators are (http://127.0.0.1:8000)
  --script FILE     runs the commands of web/lab/desktop/script.h, then ends; - is standard input
)";

struct Arguments {
    lab::WindowOptions window;
    std::string content = GLOSS_SOURCE_FOLDER "/content", assets = GLOSS_SOURCE_FOLDER "/assets", language = "zh", state, script;
    std::vector<std::string> settings;
};

int complain(const std::string& sentence)
{
    std::fprintf(stderr, "gloss-lab: %s\n", sentence.c_str());
    return 2;
}

/// 0: go on; else the exit code, less one.
int read_arguments(int count, char** values, Arguments& arguments)
{
    arguments.window.font = GLOSS_LAB_FONT;
    for (int i = 1; i < count; ++i) {
        const std::string option = values[i];
        if (option == "--help") {
            std::fputs(help, stdout);
            return 1;
        }
        if (option == "--dark") {
            arguments.window.is_dark = true;
            continue;
        }
        if (option.find('=') != option.npos && option.front() != '-') {
            arguments.settings.push_back(option);
            continue;
        }
        if (i + 1 == count)
            return complain("'" + option + "' is no option, or lacks its value; --help lists them") + 1;
        const std::string value = values[++i];
        if (option == "--lang" && (value == "zh" || value == "en"))
            arguments.language = value;
        else if (option == "--size" && std::sscanf(value.c_str(), "%dx%d", &arguments.window.width, &arguments.window.height) == 2)
            continue;
        else if (option == "--scale" && std::atof(value.c_str()) > 0)
            arguments.window.scale = static_cast<float>(std::atof(value.c_str()));
        else if (option == "--state")
            arguments.state = value;
        else if (option == "--content")
            arguments.content = value;
        else if (option == "--assets")
            arguments.assets = value;
        else if (option == "--font")
            arguments.window.font = value;
        else if (option == "--site")
            arguments.window.site = value;
        else if (option == "--script")
            arguments.script = value;
        else
            return complain("'" + option + " " + value + "' is not understood; --help lists the options") + 1;
    }
    return 0;
}

bool take(lab::Lab& lab, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (setting.empty())
        return true;
    if (equals != setting.npos && lab::apply_text(lab.state, setting.substr(0, equals), setting.substr(equals + 1)))
        return true;
    complain("'" + setting + "' is no FIELD=VALUE of the lab: `gloss fields throughput` lists fields and what they take");
    return false;
}

}

int main(int count, char** values)
{
    Arguments arguments;
    if (const int code = read_arguments(count, values, arguments); code > 0)
        return code - 1;
    lab::Lab lab;
    if (!lab::read_catalog(arguments.content, lab.catalog) || !lab::read_words(arguments.assets, arguments.language, lab.words))
        return 1;
    if (!std::ifstream(arguments.window.font))
        return complain("no font at " + arguments.window.font + ": build the target lab_font, or name one with --font");
    std::ifstream remembered(arguments.state);
    for (std::string line; !arguments.state.empty() && std::getline(remembered, line);)
        if (!take(lab, line))
            return 2;
    for (const std::string& setting : arguments.settings)
        if (!take(lab, setting))
            return 2;

    lab::Window window(lab, arguments.window);
    if (!window.is_open())
        return complain("no window could be opened: is there a display (DISPLAY) with OpenGL 3?");
    bool is_done = true;
    if (!arguments.script.empty()) {
        std::ifstream file(arguments.script);
        is_done = lab::run_script(arguments.script == "-" ? std::cin : file, lab, window);
    } else {
        while (!window.should_close())
            if (!window.frame())
                window.wait_for_events();
    }
    if (!arguments.state.empty()) {
        std::ofstream file(arguments.state);
        for (const lab::Setting& setting : lab::settings(lab.state))
            file << setting.key << '=' << setting.value << '\n';
        if (!file)
            return complain("could not write " + arguments.state);
    }
    return is_done ? 0 : 1;
}
