// Sorting what falls into many small groups.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace wafernet::queueing {

/// Sorts by `bucket` of an item, a number below `buckets`, and by `less` among those of one bucket.
template <class T, class Bucket, class Less>
void sort_in_buckets(std::vector<T>& items, std::size_t buckets, Bucket bucket, Less less) {
    std::vector<std::uint32_t> next(buckets + 1, 0);
    for (const T& item : items) ++next[bucket(item) + 1];
    for (std::size_t b = 0; b < buckets; ++b) next[b + 1] += next[b];
    std::vector<T> sorted(items.size());
    for (const T& item : items) sorted[next[bucket(item)]++] = item;
    // A bucket now ends where the next one was to begin.
    for (std::size_t b = 0, first = 0; b < buckets; first = next[b++]) {
        std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(first),
                  sorted.begin() + static_cast<std::ptrdiff_t>(next[b]), less);
    }
    items = std::move(sorted);
}

}  // namespace wafernet::queueing
