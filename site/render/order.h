#pragma once
// In which order an index lists titles, and under which letter: Chinese by pinyin, everything else by the language's rules.
//
//     Order order("zh");
//     order.letter("张量并行");                     // "Z"
//     order.letter("NVLink");                       // "N"
//     std::sort(entries, by order.sort_key(title));

#include <memory>
#include <string>
#include <string_view>

namespace site {

class Order {
public:
    explicit Order(const std::string& language);
    ~Order();
    Order(Order&&) noexcept;

    /// Bytes that compare as the texts should be listed.
    std::string sort_key(std::string_view text) const;
    /// "A" to "Z", or "#" for what begins with none of them.
    std::string letter(std::string_view text) const;

private:
    struct Rules;
    std::unique_ptr<Rules> m_rules;
};

}
