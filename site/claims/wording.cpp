#include "site/claims/wording.h"

#include "site/diagnostics/characters.h"

#include <algorithm>
#include <iterator>

namespace site {

namespace {

using Subject = Hints::Subject;
using Choice = Hints::Choice;

template<class Meaning>
struct Word {
    std::string_view text;
    Meaning meaning;
};

constexpr Word<Subject> subjects[]{
    {"显存", Subject::memory}, {"内存", Subject::memory}, {"容量", Subject::memory}, {"memory", Subject::memory}, {"vram", Subject::memory},
    {"hbm", Subject::memory}, {"gddr", Subject::memory}, {"capacity", Subject::memory},
    {"nvlink", Subject::link}, {"互联", Subject::link}, {"链路", Subject::link}, {"infinity fabric", Subject::link}, {"interconnect", Subject::link},
    {"link", Subject::link}, {"单向", Subject::link}, {"双向", Subject::link}, {"direction", Subject::link},
    {"功耗", Subject::power}, {"tdp", Subject::power}, {"tbp", Subject::power}, {"power", Subject::power},
    {"算力", Subject::compute}, {"峰值", Subject::compute}, {"tensor", Subject::compute}, {"compute", Subject::compute}, {"peak", Subject::compute},
    {"dense", Subject::compute}, {"sparse", Subject::compute}, {"稠密", Subject::compute}, {"稀疏", Subject::compute},
    {"参数", Subject::parameters}, {"parameter", Subject::parameters}, {"激活", Subject::parameters}, {"active", Subject::parameters},
    {"权重", Subject::weights}, {"检查点", Subject::weights}, {"weights", Subject::weights}, {"checkpoint", Subject::weights},
    {"kv", Subject::kv_cache},
};
constexpr Word<Choice> directions[]{
    {"单向", Choice::first}, {"每个方向", Choice::first}, {"一个方向", Choice::first}, {"one direction", Choice::first},
    {"one-way", Choice::first}, {"each direction", Choice::first}, {"per direction", Choice::first}, {"each way", Choice::first}, {"unidirectional", Choice::first},
    {"双向", Choice::second}, {"both directions", Choice::second}, {"both ways", Choice::second}, {"bidirectional", Choice::second},
};
constexpr Word<Choice> sparsities[]{
    {"稠密", Choice::first}, {"dense", Choice::first}, {"稀疏", Choice::second}, {"sparse", Choice::second}, {"sparsity", Choice::second},
};
constexpr Word<Choice> activities[]{
    {"总参数", Choice::first}, {"total", Choice::first}, {"激活", Choice::second}, {"active", Choice::second},
};
constexpr std::string_view formats[]{
    "fp64", "fp32", "tf32", "bf16", "fp16", "fp8", "fp6", "fp4", "int8", "int4", "nvfp4", "mxfp4", "nf4", "q4_k_m", "q8_0", "q5_k_m", "awq", "gptq"};

/// The last place of any of the words; its meaning, or nothing.
template<class Meaning, std::size_t n>
Meaning last_of(std::string_view lower, const Word<Meaning> (&words)[n])
{
    Meaning meaning{};
    std::size_t best = 0;
    for (const Word<Meaning>& word : words)
        if (const std::size_t at = lower.rfind(word.text); at != std::string_view::npos && at + word.text.size() > best) {
            best = at + word.text.size();
            meaning = word.meaning;
        }
    return meaning;
}

std::string lower_of(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower;
}

// Words that state. Han stand anywhere; Latin ones as whole words.
constexpr std::string_view han[]{
    "数据手册", "热设计功耗", "内存带宽", "显存带宽", "显存容量", "带宽", "显存", "内存", "容量", "功耗", "上限", "标称", "标称值", "标的", "标", "达到", "达", "到", "大约", "约", "配备",
    "配有", "配", "带有", "搭载", "提供", "只有", "仅有", "仅", "拥有", "有", "是", "为", "带", "算力", "峰值", "稠密", "稀疏", "单向", "双向", "合计", "互联", "速率", "写的", "可达", "可", "高达", "最高", "最大",
    "总参数", "参数量", "参数", "激活", "单卡", "每卡", "每张", "每块", "单张", "一张", "一块", "每个", "个", "的", "在", "下", "了", "也", "都", "就", "则", "而", "，", "、", "：", "（", "）", "整卡", "分别", "依次", "一共", "其中", "权重", "检查点", "缓存", "占", "要", "和", "以及", "卡"};
constexpr std::string_view latin[]{
    "a", "an", "the", "has", "have", "having", "with", "of", "is", "are", "its", "and", "at", "to", "for", "s", "offers", "offer", "delivers", "provides", "gives",
    "reaches", "runs", "draws", "rated", "up", "about", "around", "memory", "bandwidth", "vram", "capacity", "hbm", "hbm2", "hbm2e", "hbm3", "hbm3e", "hbm4", "gddr6",
    "gddr6x", "gddr7", "lpddr5", "lpddr5x", "power", "tdp", "tbp", "dense", "sparse", "in", "peak", "compute", "nvlink", "per", "gpu", "card", "each", "one", "both",
    "direction", "directions", "tensor", "board", "max", "maximum", "total", "active", "parameters", "parameter", "model", "lists", "comes", "ships", "carries", "just", "nvidia", "amd",
    "fp64", "fp32", "tf32", "bf16", "fp16", "fp8", "fp6", "fp4", "int8", "int4", "respectively", "weights", "checkpoint", "kv", "cache", "token", "take", "takes", "moves", "which", "bf16", "nvfp4", "mxfp4", "nf4", "infinity", "fabric", "sxm", "way"};

bool is_stating(std::string_view word)
{
    return std::find(std::begin(latin), std::end(latin), word) != std::end(latin);
}

}

Hints hints_of(std::string_view text)
{
    const std::string lower = lower_of(text);
    Hints hints;
    hints.subject = last_of(lower, subjects);
    hints.direction = last_of(lower, directions);
    hints.sparsity = last_of(lower, sparsities);
    hints.activity = last_of(lower, activities);
    std::size_t best = 0;
    for (const std::string_view format : formats)
        if (const std::size_t at = lower.rfind(format);
            at != std::string::npos && at + format.size() > best && (at == 0 || !is_ascii_word(static_cast<unsigned char>(lower[at - 1])))) {
            best = at + format.size();
            hints.format = format;
        }
    hints.per_token = lower.find("token") != std::string::npos;
    hints.bandwidth = lower.find("带宽") != std::string::npos || lower.find("bandwidth") != std::string::npos;
    // The weights of a model are no property of the card that holds them, wherever they are said.
    for (const std::string_view word : {"权重", "weights", "检查点", "checkpoint"})
        if (lower.find(word) != std::string::npos)
            hints.subject = Subject::weights;
    return hints;
}

Hints joined(Hints near, const Hints& far)
{
    if (near.subject == Subject::none)
        near.subject = far.subject;
    if (near.direction == Choice::none)
        near.direction = far.direction;
    if (near.sparsity == Choice::none)
        near.sparsity = far.sparsity;
    if (near.activity == Choice::none)
        near.activity = far.activity;
    if (near.format.empty())
        near.format = far.format;
    near.per_token = near.per_token || far.per_token;
    near.bandwidth = near.bandwidth || far.bandwidth;
    return near;
}

bool only_states(std::string_view text)
{
    const std::string lower = lower_of(text);
    for (std::size_t at = 0; at < lower.size();) {
        const Character c = character_at(lower, at);
        if (is_ascii_letter(c.code)) {
            std::size_t end = at;
            while (end < lower.size() && (is_ascii_word(static_cast<unsigned char>(lower[end])) || lower[end] == '-'))
                ++end;
            std::string_view word = std::string_view(lower).substr(at, end - at);
            if (!is_stating(word))
                return false;
            at = end;
        } else if (is_han(c.code) || is_han_punctuation(c.code)) {
            std::size_t longest = 0;
            for (const std::string_view word : han)
                if (word.size() > longest && std::string_view(lower).substr(at).starts_with(word))
                    longest = word.size();
            if (longest == 0)
                return false;
            at += longest;
        } else if (c.code == 0xFFFC || c.code == ' ' || c.code == ',' || c.code == '(' || c.code == ')' || c.code == ':' || c.code == '\'' ||
                   c.code == 0x2019 || c.code == 0xA0 || c.code == '*' || c.code == '|' || c.code == '~' || c.code == 0x2248) {
            at += c.size;
        } else {
            return false;
        }
    }
    return true;
}

}
