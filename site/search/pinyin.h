#pragma once
// How Chinese names are typed in Latin letters: 显存 is found by xiancun, xianc and xc.
//
//     Pinyin pinyin(texts);                          // learns every character of them
//     pinyin.keys("显存带宽");                       // xiancundaikuan; cundaikuan, daikuan, kuan; xcdk
//
// Readings are ICU's most common ones, without tones; ü is v, as input methods have it (and u as well). Where our field
// reads a character otherwise (长度, 重算), a short table knows it.

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace site {

struct PinyinKey {
    enum class Part { whole, tail, initials };
    std::string text;
    Part part = Part::whole;
};

class Pinyin {
public:
    explicit Pinyin(std::span<const std::string_view> texts);

    /// Empty for a name without Han.
    std::vector<PinyinKey> keys(std::string_view name) const;

private:
    std::unordered_map<char32_t, std::string> m_readings;
};

}
