// What kind of character stands in a file or a link: plain ASCII whatever the locale says, unlike <cctype>.
#pragma once

namespace losange::hex {

inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_letter(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace losange::hex
