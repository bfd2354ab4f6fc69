/* A bzip2 file of one or several members, one behind the other, as `cat` and parallel compressors make. */
#ifndef DETOUR_BZIP2_MEMBERS_HPP
#define DETOUR_BZIP2_MEMBERS_HPP

#include <bzlib.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include <osmium/io/compression.hpp>

namespace detour {

/* libosmium's own reader loses the members behind the first where the file is shorter than its buffer. */
class Bzip2Members : public osmium::io::Decompressor {
 public:
  explicit Bzip2Members(int descriptor) : descriptor_{descriptor}, input_(1 << 16, '\0') {}

  ~Bzip2Members() noexcept override { close(); }

  std::string read() override {
    std::string output;
    while (output.empty() && has_member()) {
      output.resize(1 << 18);
      stream_.next_out = &output[0];
      stream_.avail_out = static_cast<unsigned>(output.size());
      const int answer = BZ2_bzDecompress(&stream_);
      output.resize(output.size() - stream_.avail_out);
      const bool is_magic = answer == BZ_DATA_ERROR_MAGIC;
      if (answer == BZ_OK) continue;
      end_member();
      if (answer == BZ_STREAM_END) {
        ++members_;
      } else if (is_magic && members_ > 0) {
        // What follows the last member is no member: bzip2 itself passes over it.
        has_ended_ = true;
      } else {
        throw std::runtime_error{"bzip2 error: decompress failed"};
      }
    }
    return output;
  }

  void close() override {
    end_member();
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  /* Whether there is input for a member, which is begun where none is open. */
  bool has_member() {
    if (has_ended_) return false;
    if (stream_.avail_in == 0 && !fill()) {
      if (is_open_ || members_ == 0) throw std::runtime_error{"bzip2 error: the file ends too early"};
      return false;
    }
    if (!is_open_) {
      if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc{};
      is_open_ = true;
    }
    return true;
  }

  bool fill() {
    ssize_t size = -1;
    do {
      size = ::read(descriptor_, &input_[0], input_.size());
    } while (size < 0 && errno == EINTR);
    if (size < 0) throw std::system_error{errno, std::system_category(), "read failed"};
    stream_.next_in = &input_[0];
    stream_.avail_in = static_cast<unsigned>(size);
    return size > 0;
  }

  /* The unread input stays for the next member. */
  void end_member() {
    if (is_open_) BZ2_bzDecompressEnd(&stream_);
    is_open_ = false;
  }

  int descriptor_;
  std::string input_;
  bz_stream stream_{};
  bool is_open_ = false;
  bool has_ended_ = false;
  int members_ = 0;
};

}  // namespace detour

#endif
