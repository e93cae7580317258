// The boundary of lab.wasm: events in, triangles out. web/js/lab/lab_module.js is its only caller.
//
//  1. Texts cross in text(): UTF-8, each ended by a zero byte; numbers in numbers(). Addresses may move: ask each time.
//  2. First the rows (add_*), the words (add_word), the font (font(), filled by the page) and the address (set), then
//     start(), then frame() for each picture.
//  3. frame() returns the address of a table of 32-bit words: number of lists; for each list: address and number of
//     vertices (ImDrawVert: two floats place, two floats texture, four bytes colour), address and number of indices (32 bits),
//     number of commands, and for each command: number of indices, first index, clip rectangle (four floats).
//  4. Sizes and places are in pixels of the screen.
//  5. work() does a slice of what is left to compute; the page calls it while the frame has time.

#include "engine/calculators/inference_memory.h"
#include "engine/calculators/throughput.h"
#include "web/lab/evaluation/csv.h"
#include "web/lab/lab.h"

#include <cstdint>
#include <cstring>

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace {

constexpr std::size_t text_room = 1 << 16, number_room = 512;

lab::Lab* instance = nullptr;
char text_bytes[text_room];
double number_values[number_room];
std::string long_text;
std::vector<std::uint32_t> drawn;
std::vector<unsigned char> font_bytes;

lab::Lab& the_lab()
{
    if (!instance) {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        io.ConfigDragClickToInputText = true;
        instance = new lab::Lab;
    }
    return *instance;
}

/// The texts in text(), one after the other.
struct Texts {
    const char* at = text_bytes;
    std::string next()
    {
        std::string text(at);
        at += text.size() + 1;
        return text;
    }
};

/// A record's members from numbers(), in the order of its table; the next free place.
template<class Record, class Members>
const double* read(Record& record, const Members& members, const double* from = number_values)
{
    for (const auto& member : members)
        record.*member.member = *from++;
    return from;
}

void write_texts(const std::vector<lab::Setting>& settings)
{
    char* at = text_bytes;
    for (const lab::Setting& setting : settings)
        for (const std::string& text : {setting.key, setting.value})
            if (at + text.size() + 1 < text_bytes + text_room) {
                std::memcpy(at, text.c_str(), text.size() + 1);
                at += text.size() + 1;
            }
}

const char* keep(std::string text)
{
    long_text = std::move(text);
    return long_text.c_str();
}

struct Key {
    const char* name; ///< KeyboardEvent.key
    ImGuiKey key;
};
constexpr Key keys[] = {{"Tab", ImGuiKey_Tab}, {"ArrowLeft", ImGuiKey_LeftArrow}, {"ArrowRight", ImGuiKey_RightArrow},
                        {"ArrowUp", ImGuiKey_UpArrow}, {"ArrowDown", ImGuiKey_DownArrow}, {"PageUp", ImGuiKey_PageUp},
                        {"PageDown", ImGuiKey_PageDown}, {"Home", ImGuiKey_Home}, {"End", ImGuiKey_End},
                        {"Delete", ImGuiKey_Delete}, {"Backspace", ImGuiKey_Backspace}, {" ", ImGuiKey_Space},
                        {"Enter", ImGuiKey_Enter}, {"Escape", ImGuiKey_Escape}, {"Shift", ImGuiMod_Shift},
                        {"Control", ImGuiMod_Ctrl}, {"Alt", ImGuiMod_Alt}, {"Meta", ImGuiMod_Super},
                        {"a", ImGuiKey_A}, {"c", ImGuiKey_C}, {"v", ImGuiKey_V}, {"x", ImGuiKey_X}, {"z", ImGuiKey_Z}};

void put(float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    drawn.push_back(bits);
}
void put(const void* address) { drawn.push_back(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(address))); }
void put(int count) { drawn.push_back(static_cast<std::uint32_t>(count)); }

}

EXPORT("text") char* text() { return text_bytes; }
EXPORT("numbers") double* numbers() { return number_values; }

EXPORT("add_word") void add_word()
{
    Texts texts;
    std::string key = texts.next();
    the_lab().words.add(std::move(key), texts.next());
}

EXPORT("add_model") void add_model()
{
    Texts texts;
    lab::Model row{texts.next(), texts.next(), {}};
    read(row.spec, engine::language_model_members);
    the_lab().catalog.models.push_back(std::move(row));
}

EXPORT("add_device") void add_device()
{
    Texts texts;
    lab::Device row{texts.next(), texts.next(), texts.next(), {}, {}};
    read(row.fabric, engine::link_members, read(row.spec, engine::accelerator_members));
    the_lab().catalog.devices.push_back(std::move(row));
}

EXPORT("add_format") void add_format(int is_cache)
{
    Texts texts;
    lab::Format row{texts.next(), texts.next(), is_cache != 0, {}};
    read(row.spec, engine::number_format_members);
    the_lab().catalog.formats.push_back(std::move(row));
}

EXPORT("add_fabric") void add_fabric(int is_network)
{
    Texts texts;
    lab::Fabric row{texts.next(), texts.next(), is_network != 0, {}};
    read(row.spec, engine::link_members);
    the_lab().catalog.fabrics.push_back(std::move(row));
}

/// A measured figure. text(): its name, its source, its calculator, then for each input the id of a row or nothing.
/// numbers(): output, measured value, the inputs, and the model's own members (where its id is "custom").
EXPORT("add_figure") void add_figure()
{
    Texts texts;
    lab::MeasuredFigure figure;
    figure.name = texts.next();
    figure.source = texts.next();
    const std::string id = texts.next();
    const auto all = engine::calculators();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].id == id) {
            figure.calculator = static_cast<int>(i);
            lab::Scenario scenario(all[i]);
            figure.output = static_cast<int>(number_values[0]);
            figure.measured = number_values[1];
            const double* at = number_values + 2;
            for (std::size_t input = 0; input < all[i].inputs.size(); ++input) {
                scenario.inputs[input] = *at++;
                scenario.ids[input] = texts.next();
            }
            read(scenario.own_model, engine::language_model_members, at);
            figure.inputs = scenario.inputs;
            figure.specs = lab::specifications(scenario, the_lab().catalog);
            figure.device = scenario.id("gpu");
            the_lab().catalog.measured.push_back(std::move(figure));
            return;
        }
}

EXPORT("font") unsigned char* font(int size)
{
    font_bytes.resize(static_cast<std::size_t>(size));
    the_lab().set_font(font_bytes.data(), size);
    return font_bytes.data();
}

/// Also when the screen, the theme or its resolution changed. `language`: index into language_ids.
EXPORT("start") void start(float width, float height, float ratio, int is_dark, int language)
{
    lab::Lab& lab = the_lab();
    lab.words.language = language == 1 ? engine::Language::zh : engine::Language::en;
    ImGui::GetIO().DisplaySize = {width, height};
    lab.use(is_dark != 0, ratio);
}

EXPORT("resize") void resize(float width, float height) { ImGui::GetIO().DisplaySize = {width, height}; }

/// The picture of the letters, a byte a pixel; its size is in numbers(). Made anew by start().
EXPORT("letters") const unsigned char* letters()
{
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    number_values[0] = width;
    number_values[1] = height;
    return pixels;
}

EXPORT("set") int set()
{
    Texts texts;
    const std::string key = texts.next();
    return lab::apply(the_lab().state, key, texts.next());
}

/// Index of the unit that a text of this key may have a suffix of; -1 where it is no number.
EXPORT("unit_of") int unit_of()
{
    const engine::Field* field = lab::field_of(Texts{}.next());
    const bool is_number = field && (field->kind == engine::Kind::number || field->kind == engine::Kind::count);
    return is_number ? static_cast<int>(engine::Unit(field->unit)) : -1;
}

/// Key and value of each setting that differs from the default, in text(); their number.
EXPORT("query") int query()
{
    const auto settings = lab::settings(the_lab().state);
    write_texts(settings);
    return static_cast<int>(settings.size());
}

/// The same for the page of a calculator, whose id is in text().
EXPORT("calculator_query") int calculator_query()
{
    const engine::Calculator* calculator = engine::find_calculator(Texts{}.next());
    if (!calculator)
        return -1;
    const auto settings = lab::calculator_settings(the_lab().state, *calculator);
    write_texts(settings);
    return static_cast<int>(settings.size());
}

EXPORT("pointer") void pointer(float x, float y, int is_touch)
{
    ImGui::GetIO().AddMouseSourceEvent(is_touch ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
    ImGui::GetIO().AddMousePosEvent(x, y);
}
EXPORT("button") void button(int which, int is_down) { ImGui::GetIO().AddMouseButtonEvent(which, is_down != 0); }
EXPORT("wheel") void wheel(float x, float y) { ImGui::GetIO().AddMouseWheelEvent(x, y); }
EXPORT("focus") void focus(int is_focused) { ImGui::GetIO().AddFocusEvent(is_focused != 0); }
EXPORT("character") void character(int code) { ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(code)); }
/// The key whose name is in text(). False: one that the lab does not know.
EXPORT("key") int key(int is_down)
{
    const std::string name = Texts{}.next();
    for (const Key& known : keys)
        if (name == known.name) {
            ImGui::GetIO().AddKeyEvent(known.key, is_down != 0);
            return 1;
        }
    return 0;
}
/// Something is open or being edited that Escape closes.
EXPORT("holds_escape") int holds_escape()
{
    return ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}
/// Index into ImGuiMouseCursor_.
EXPORT("cursor") int cursor() { return ImGui::GetMouseCursor(); }

EXPORT("frame") const std::uint32_t* frame(float seconds)
{
    ImGui::GetIO().DeltaTime = seconds;
    ImGui::NewFrame();
    the_lab().frame();
    ImGui::Render();
    const ImDrawData& data = *ImGui::GetDrawData();
    drawn.clear();
    put(data.CmdListsCount);
    for (const ImDrawList* list : data.CmdLists) {
        put(list->VtxBuffer.Data);
        put(list->VtxBuffer.Size);
        put(list->IdxBuffer.Data);
        put(list->IdxBuffer.Size);
        put(list->CmdBuffer.Size);
        for (const ImDrawCmd& command : list->CmdBuffer) {
            put(static_cast<int>(command.ElemCount));
            put(static_cast<int>(command.IdxOffset));
            put(command.ClipRect.x);
            put(command.ClipRect.y);
            put(command.ClipRect.z);
            put(command.ClipRect.w);
        }
    }
    return drawn.data();
}

EXPORT("work") int work() { return the_lab().work(); }

EXPORT("wish") int wish() { return static_cast<int>(the_lab().take_wish()); }

/// Where the control named in text() stands: left, top, right, bottom in numbers(). 0: it was not drawn yet.
EXPORT("place") int place()
{
    const lab::Rectangle* place = the_lab().place(Texts{}.next());
    if (!place)
        return 0;
    number_values[0] = place->left;
    number_values[1] = place->top;
    number_values[2] = place->right;
    number_values[3] = place->bottom;
    return 1;
}

/// The output of throughput or inference-memory named in text(): its number, NaN where there is none.
EXPORT("output") double output()
{
    const std::string name = Texts{}.next();
    const lab::Results& results = the_lab().results();
    return engine::field_index(engine::throughput.outputs, name) >= 0 ? results.serving.output(engine::throughput, name)
                                                                       : results.memory.output(engine::inference_memory, name);
}

/// The same as the page shows it.
EXPORT("output_text") const char* output_text()
{
    const std::string name = Texts{}.next();
    const bool serves = engine::field_index(engine::throughput.outputs, name) >= 0;
    const engine::Calculator& calculator = serves ? engine::throughput : engine::inference_memory;
    const int index = engine::field_index(calculator.outputs, name);
    if (index < 0)
        return keep("");
    const std::span<const engine::Field> fields = calculator.outputs;
    return keep(the_lab().words.value(fields[static_cast<std::size_t>(index)], output()));
}

/// Cells of the map that are computed; all of them: MapSweep::columns * rows.
EXPORT("map_cells") int map_cells() { return the_lab().results().map.done(); }

/// What the panel on top shows, as CSV.
EXPORT("csv") const char* csv() { return keep(lab::csv(the_lab().state, the_lab().results(), the_lab().catalog)); }
