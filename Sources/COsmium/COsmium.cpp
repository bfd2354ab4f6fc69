#include "COsmium.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <vector>

#include <osmium/handler.hpp>
#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/visitor.hpp>

namespace {

/* Runs `body` and turns what it throws into a text. */
template <typename Body>
int guarded(cosmium_error error, Body body) {
  const char *text = "an error of unknown kind";
  try {
    body();
    return 0;
  } catch (const std::exception &fault) {
    text = fault.what();
    std::strncpy(error.text, text, error.capacity - 1);
  } catch (...) {
    std::strncpy(error.text, text, error.capacity - 1);
  }
  error.text[error.capacity - 1] = 0;
  return 1;
}

struct WayHandler : osmium::handler::Handler {
  const char *const *keys;
  size_t key_count;
  size_t required;
  void *context;
  void (*take)(void *, const cosmium_way *);
  int64_t restrictions = 0;
  std::vector<const char *> values;
  std::vector<int64_t> nodes;

  void way(const osmium::Way &way) {
    if (way.tags().empty()) return;
    std::fill(values.begin(), values.end(), nullptr);
    for (const auto &tag : way.tags()) {
      for (size_t index = 0; index < key_count; ++index) {
        if (std::strcmp(tag.key(), keys[index]) == 0) values[index] = tag.value();
      }
    }
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(required);
    if (std::all_of(values.begin(), end, [](const char *value) { return value == nullptr; })) return;
    nodes.clear();
    for (const auto &node : way.nodes()) nodes.push_back(node.ref());
    const cosmium_way found{way.id(), nodes.data(), nodes.size(), values.data()};
    take(context, &found);
  }

  void relation(const osmium::Relation &relation) {
    const char *type = relation.tags().get_value_by_key("type");
    if (type && std::strncmp(type, "restriction", 11) == 0) ++restrictions;
  }
};

struct NodeHandler : osmium::handler::Handler {
  const int64_t *ids;
  size_t count;
  int32_t *x;
  int32_t *y;
  /* Files list their nodes by ascending id, as a rule: then the next one wanted lies just ahead. */
  size_t next = 0;

  void node(const osmium::Node &node) {
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
    void (*take)(void *, const cosmium_way *), int64_t *restrictions, cosmium_error error) {
  return guarded(error, [&] {
    WayHandler handler;
    handler.keys = keys;
    handler.key_count = key_count;
    handler.required = required;
    handler.context = context;
    handler.take = take;
    handler.values.resize(key_count);
    osmium::io::Reader reader{path, osmium::osm_entity_bits::way | osmium::osm_entity_bits::relation};
    osmium::apply(reader, handler);
    reader.close();
    *restrictions = handler.restrictions;
  });
}

int cosmium_read_nodes(
    const char *path, const int64_t *ids, size_t count, int32_t *x, int32_t *y, cosmium_error error) {
  return guarded(error, [&] {
    NodeHandler handler;
    handler.ids = ids;
    handler.count = count;
    handler.x = x;
    handler.y = y;
    osmium::io::Reader reader{path, osmium::osm_entity_bits::node};
    osmium::apply(reader, handler);
    reader.close();
  });
}
