// What a refused allocation ends in.
#pragma once

#include <cstdio>

namespace wafernet::cli {

/// From now on an allocation that is refused ends the program with "error: out of memory" and exit code 1, whichever
/// thread makes it and whatever is being done: no code in between can take the refusal for something else. A file that
/// is being written stays as it was.
void end_without_memory();

/// While it lives a library is at work that only writes to standard error where it is refused memory, and goes on
/// (libxlsxwriter). What it writes is kept here. One at a time.
class UncheckedAllocations {
public:
    /// Throws bad_alloc where there is no memory for it.
    UncheckedAllocations();
    UncheckedAllocations(const UncheckedAllocations&) = delete;
    UncheckedAllocations& operator=(const UncheckedAllocations&) = delete;
    ~UncheckedAllocations();
    /// Throws bad_alloc where the library was refused memory.
    void check() const;

private:
    std::FILE *kept_, *standard_error_;
};

}  // namespace wafernet::cli
