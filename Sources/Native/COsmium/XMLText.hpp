/* The text of an XML file on its way to libosmium: its tags are measured, deleted objects are marked as libosmium knows
 * them, and the remark of a server is kept. */
#ifndef DETOUR_XML_TEXT_HPP
#define DETOUR_XML_TEXT_HPP

#include <cstddef>
#include <cstring>
#include <exception>
#include <string>

namespace detour {

/* A tag of XML that is longer than any of a sound file: the parser begins it anew with every block that it is given, so that
 * one of many blocks takes it for ever. */
struct EndlessTag : std::exception {
  const char *what() const noexcept override { return "a tag is longer than 4 MiB"; }
};

constexpr size_t longest_tag = 4 << 20;

/* Looks through the blocks of an XML file for such a tag. */
class TagLength {
 public:
  void look(const char *bytes, size_t size) {
    const char *end = bytes + size;
    const char *from = bytes;
    if (is_open_) {
      const auto *first = static_cast<const char *>(std::memchr(bytes, '>', size));
      since_ += first ? static_cast<size_t>(first - bytes) : size;
      if (since_ > longest_tag) throw EndlessTag{};
      if (!first) return;
    }
    if (const auto *last = static_cast<const char *>(memrchr(bytes, '>', size))) from = last;
    const auto *open = static_cast<const char *>(std::memchr(from, '<', static_cast<size_t>(end - from)));
    is_open_ = open != nullptr;
    since_ = open ? static_cast<size_t>(end - open) : 0;
  }

 private:
  /* Whether a block ended within a tag, and the bytes of it so far. */
  bool is_open_ = false;
  size_t since_ = 0;
};

/* Marks the objects that an editor has deleted (`action="delete"`) as `visible="false"`, which libosmium reads, and copies
 * the first `<remark>` of a server to `remark`. No byte is added or taken away. */
class Marks {
 public:
  explicit Marks(std::string *remark) : remark_{remark} {}

  /* The text so far that ends with no open tag of an object; all of it where `is_end`. */
  std::string pass(std::string bytes, bool is_end) {
    std::string text = std::move(carried_);
    carried_.clear();
    text += bytes;
    size_t place = 0;
    while ((place = text.find('<', place)) != std::string::npos) {
      const size_t size = text.size() - place;
      if (size < longest_name && !is_end) break;
      if (is_object(text, place)) {
        const size_t end = tag_end(text, place);
        if (end == std::string::npos) {
          if (is_end) return text;
          if (size > longest_tag) throw EndlessTag{};
          break;
        }
        mark(text, place, end);
        place = end;
      } else if (remark_ && remark_->empty() && text.compare(place, 7, "<remark") == 0) {
        const size_t end = text.find("</remark", place);
        if (end == std::string::npos && !is_end && size < longest_remark) break;
        keep_remark(text, place, end);
        ++place;
      } else {
        ++place;
      }
    }
    if (place == std::string::npos || is_end) return text;
    carried_ = text.substr(place);
    text.resize(place);
    return text;
  }

 private:
  static constexpr size_t longest_name = 10;
  static constexpr size_t longest_remark = 4096;

  static bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

  static bool is_object(const std::string &text, size_t place) {
    for (const char *name : {"<node", "<way", "<relation"}) {
      const size_t length = std::strlen(name);
      if (text.compare(place, length, name) == 0 && place + length < text.size() && is_blank(text[place + length])) {
        return true;
      }
    }
    return false;
  }

  /* The place of the `>` that ends the tag at `place`, outside quotes. */
  static size_t tag_end(const std::string &text, size_t place) {
    while ((place = text.find_first_of("\"'>", place)) != std::string::npos) {
      if (text[place] == '>') return place;
      place = text.find(text[place], place + 1);
      if (place == std::string::npos) return place;
      ++place;
    }
    return place;
  }

  /* Writes `visible="false"` over the `action="delete"` of the tag from `place` to `end`, and over the name of a
   * `visible` beside it, which must not stand there twice. */
  static void mark(std::string &text, size_t place, size_t end) {
    size_t action = std::string::npos, action_end = 0, visible = std::string::npos;
    while (place < end) {
      while (place < end && !is_blank(text[place])) ++place;
      while (place < end && is_blank(text[place])) ++place;
      const size_t name = place;
      const size_t quote = text.find_first_of("\"'", place);
      if (quote == std::string::npos || quote >= end) break;
      const size_t closing = text.find(text[quote], quote + 1);
      if (closing == std::string::npos || closing >= end) break;
      const auto is = [&](const char *word) {
        const size_t length = std::strlen(word);
        return text.compare(name, length, word) == 0 && (text[name + length] == '=' || is_blank(text[name + length]));
      };
      if (is("visible")) visible = name;
      if (is("action") && text.compare(quote + 1, closing - quote - 1, "delete") == 0) {
        action = name;
        action_end = closing + 1;
      }
      place = closing + 1;
      // Sound attributes have a blank between them; the search for the next one begins there.
    }
    if (action == std::string::npos) return;
    if (visible != std::string::npos) text.replace(visible, 7, "ignored");
    std::string word = "visible=\"false\"";
    word.resize(action_end - action, ' ');
    text.replace(action, word.size(), word);
  }

  void keep_remark(const std::string &text, size_t place, size_t end) {
    const size_t from = text.find('>', place);
    if (from == std::string::npos || from >= end) return;
    *remark_ = text.substr(from + 1, std::min(end - from - 1, longest_remark));
  }

  std::string *remark_;
  std::string carried_;
};

}  // namespace detour

#endif
