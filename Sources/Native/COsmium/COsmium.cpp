#include "COsmium.h"

#include <algorithm>
#include <cstring>
#include <strings.h>
#include <cstdint>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <osmium/handler.hpp>
#include <osmium/io/compression.hpp>

#include "Bzip2Members.hpp"
#include "XMLText.hpp"

namespace {

/* A file that unpacks to more than the bytes allowed. */
struct TooLarge : std::exception {
  const char *what() const noexcept override { return "it unpacks to too many bytes"; }
};

/* How much is read at a time, bytes. */
constexpr size_t block = 1 << 20;

/* The most bytes that a file opened by this thread may unpack to. */
thread_local uint64_t most_unpacked = UINT64_MAX;

/* The place for the remark of the XML file that this thread opens; null where it is not kept. */
thread_local std::string *remark_place = nullptr;

/* A decompressor of libosmium's, of XML, under a count of what it gives; in blocks that are not small, for each is a step of
 * the parser. */
class Counted : public osmium::io::Decompressor {
 public:
  explicit Counted(osmium::io::Decompressor *inner) : inner_{inner} {}

  std::string read() override {
    while (true) {
      std::string bytes;
      while (!has_ended_ && bytes.size() < block) {
        const std::string more = inner_->read();
        if (more.size() > left_) throw TooLarge{};
        left_ -= more.size();
        has_ended_ = more.empty();
        bytes += more;
      }
      tags_.look(bytes.data(), bytes.size());
      std::string text = marks_.pass(std::move(bytes), has_ended_);
      // An empty text would be the end.
      if (!text.empty() || has_ended_) return text;
    }
  }

  void close() override { inner_->close(); }

 private:
  std::unique_ptr<osmium::io::Decompressor> inner_;
  uint64_t left_ = most_unpacked;
  detour::TagLength tags_;
  detour::Marks marks_{remark_place};
  bool has_ended_ = false;
};

using osmium::io::CompressionFactory;
using osmium::io::file_compression;

osmium::io::Decompressor *gzip(int descriptor);
osmium::io::Decompressor *bzip2(int descriptor);

/* Texts are not read from memory. */
osmium::io::Decompressor *none(const char *, size_t) { return nullptr; }

/* The first to register a compression is asked: these stand before the headers that register libosmium's own. */
const bool is_counted =
    CompressionFactory::instance().register_compression(
        file_compression::gzip, [](int, osmium::io::fsync) { return nullptr; },
        [](int descriptor) { return gzip(descriptor); },
        none)
    && CompressionFactory::instance().register_compression(
        file_compression::bzip2, [](int, osmium::io::fsync) { return nullptr; },
        [](int descriptor) { return bzip2(descriptor); },
        none);

}  // namespace

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/visitor.hpp>

namespace {

/* Reads plain text too, and all members of a file. */
osmium::io::Decompressor *gzip(int descriptor) { return new Counted{new osmium::io::GzipDecompressor{descriptor}}; }

osmium::io::Decompressor *bzip2(int descriptor) { return new Counted{new detour::Bzip2Members{descriptor}}; }

/* Runs `body` with at most `most` bytes to unpack, and turns what it throws into a text. */
template <typename Body>
int guarded(uint64_t most, cosmium_error error, Body body) {
  const char *text = "an error of unknown kind";
  most_unpacked = is_counted ? most : 0;
  try {
    body();
    return 0;
  } catch (const TooLarge &) {
    return COSMIUM_TOO_LARGE;
  } catch (const std::system_error &fault) {
    if (fault.code() == std::errc::resource_unavailable_try_again) return COSMIUM_NO_THREAD;
    text = fault.what();
    std::strncpy(error.text, text, error.capacity - 1);
  } catch (const std::exception &fault) {
    text = fault.what();
    std::strncpy(error.text, text, error.capacity - 1);
  } catch (...) {
    std::strncpy(error.text, text, error.capacity - 1);
  }
  error.text[error.capacity - 1] = 0;
  return 1;
}

/* The file at `path` for a reader: a small binary one in memory, any other by name.
 *
 * libosmium does not close the descriptor of a binary file that it finds damaged. In memory there is none to
 * lose; a large file would be copied once for each of its blocks, so that it stays on disk. */
class Source {
 public:
  explicit Source(const std::string &path) {
    // libosmium takes names such as http:x for addresses, and - for standard input.
    const std::string name = path.rfind('/', 0) == 0 ? path : "./" + path;
    if (ends(path, ".bz2")) {
      file_ = osmium::io::File{name, "osm.bz2"};
    } else if (ends(path, ".osm") || ends(path, ".gz")) {
      // zlib passes plain text through, so that it is counted and marked as packed text is.
      file_ = osmium::io::File{name, "osm.gz"};
    } else {
      read_binary(name);
    }
  }

  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  const osmium::io::File &file() const { return file_; }

 private:
  static constexpr std::streamoff largest = 16 << 20;

  static bool ends(const std::string &path, const std::string &ending) {
    if (path.size() < ending.size()) return false;
    return strcasecmp(path.c_str() + path.size() - ending.size(), ending.c_str()) == 0;
  }

  void read_binary(const std::string &name) {
    std::ifstream stream{name, std::ios::binary | std::ios::ate};
    const std::streamoff size = stream ? static_cast<std::streamoff>(stream.tellg()) : largest + 1;
    if (size > largest) {
      file_ = osmium::io::File{name, "pbf"};
      return;
    }
    content_.resize(static_cast<size_t>(size));
    stream.seekg(0);
    if (!stream.read(content_.data(), size)) throw std::runtime_error{"it cannot be read"};
    file_ = osmium::io::File{content_.data(), content_.size(), "pbf"};
  }

  std::string content_;
  osmium::io::File file_;
};

/* Calls `body` with key and value of every tag of `tags`.
 *
 * libosmium's own loop looks for the zero behind each text: a zero inside one, which no sound file has, would
 * lead it beyond the end. */
template <typename Body>
void for_each_tag(const osmium::TagList &tags, Body body) {
  const auto *position = reinterpret_cast<const char *>(tags.data()) + sizeof(osmium::TagList);
  const auto *end = reinterpret_cast<const char *>(tags.data()) + tags.byte_size();
  const auto next = [&] {
    const char *text = position;
    const void *zero = std::memchr(text, 0, static_cast<size_t>(end - text));
    if (!zero) throw std::runtime_error{"a tag holds a zero byte"};
    position = static_cast<const char *>(zero) + 1;
    return text;
  };
  while (position < end) {
    const char *key = next();
    const char *value = next();
    body(key, value);
  }
}

struct WayHandler : osmium::handler::Handler {
  const char *const *keys;
  size_t key_count;
  size_t required;
  void *context;
  void (*take)(void *, const cosmium_way *);
  cosmium_notes *notes;
  /* The bytes that the ways may still take. */
  uint64_t left;
  std::vector<const char *> values;
  std::vector<int64_t> nodes;

  void way(const osmium::Way &way) {
    if (!way.visible()) {
      ++notes->deleted;
      return;
    }
    if (way.tags().empty()) return;
    std::fill(values.begin(), values.end(), nullptr);
    for_each_tag(way.tags(), [&](const char *key, const char *value) {
      for (size_t index = 0; index < key_count; ++index) {
        if (std::strcmp(key, keys[index]) == 0) values[index] = value;
      }
    });
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(required);
    if (std::all_of(values.begin(), end, [](const char *value) { return value == nullptr; })) return;
    const uint64_t size = 64 + 8 * static_cast<uint64_t>(way.nodes().size());
    if (size > left) throw TooLarge{};
    left -= size;
    nodes.clear();
    for (const auto &node : way.nodes()) nodes.push_back(node.ref());
    const cosmium_way found{way.id(), nodes.data(), nodes.size(), values.data()};
    take(context, &found);
  }

  void relation(const osmium::Relation &relation) {
    if (!relation.visible()) {
      ++notes->deleted;
      return;
    }
    for_each_tag(relation.tags(), [&](const char *key, const char *value) {
      if (std::strcmp(key, "type") == 0 && std::strncmp(value, "restriction", 11) == 0) ++notes->restrictions;
    });
  }
};

struct NodeHandler : osmium::handler::Handler {
  const int64_t *ids;
  size_t count;
  int32_t *x;
  int32_t *y;
  int64_t deleted = 0;
  /* Files list their nodes by ascending id, as a rule: then the next one wanted lies just ahead. */
  size_t next = 0;

  void node(const osmium::Node &node) {
    if (!node.visible()) {
      ++deleted;
      return;
    }
    const int64_t id = node.id();
    size_t index = next;
    if (index >= count || ids[index] != id) {
      const bool is_ahead = index < count && ids[index] < id;
      const int64_t *from = is_ahead ? ids + index : ids;
      if (!is_ahead && index < count && index > 0 && ids[index - 1] < id) return;
      const int64_t *found = std::lower_bound(from, ids + count, id);
      index = static_cast<size_t>(found - ids);
      next = index;
      if (index == count || *found != id) return;
    }
    next = index + 1;
    x[index] = node.location().x();
    y[index] = node.location().y();
  }
};

}  // namespace

int cosmium_read_ways(
    const char *path, const char *const *keys, size_t key_count, size_t required, void *context,
    void (*take)(void *, const cosmium_way *), cosmium_notes *notes, uint64_t most, cosmium_error error) {
  std::string remark;
  remark_place = &remark;
  const int answer = guarded(most, error, [&] {
    WayHandler handler;
    handler.keys = keys;
    handler.key_count = key_count;
    handler.required = required;
    handler.context = context;
    handler.take = take;
    handler.notes = notes;
    handler.left = most;
    handler.values.resize(key_count);
    const Source source{path};
    osmium::io::Reader reader{
        source.file(), osmium::osm_entity_bits::way | osmium::osm_entity_bits::relation};
    osmium::apply(reader, handler);
    reader.close();
  });
  remark_place = nullptr;
  remark.copy(notes->remark, std::min(remark.size(), sizeof notes->remark - 1));
  return answer;
}

int cosmium_read_nodes(
    const char *path, const int64_t *ids, size_t count, int32_t *x, int32_t *y, int64_t *deleted, uint64_t most,
    cosmium_error error) {
  return guarded(most, error, [&] {
    NodeHandler handler;
    handler.ids = ids;
    handler.count = count;
    handler.x = x;
    handler.y = y;
    const Source source{path};
    osmium::io::Reader reader{source.file(), osmium::osm_entity_bits::node};
    osmium::apply(reader, handler);
    reader.close();
    *deleted = handler.deleted;
  });
}
