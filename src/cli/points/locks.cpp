#include "locks.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sys/vfs.h>

namespace wafernet::cli {

bool locks_work_on(std::uint64_t file_system) {
    // NFS, SMB 2, CIFS, SMB, 9P, AFS, Lustre, GPFS, Ceph, BeeGFS, OCFS2, and FUSE, behind which may be any of them:
    // statfs(2), linux/magic.h and the file systems' own sources.
    constexpr std::uint64_t networked[] = {0x6969,     0xFE534D42, 0xFF534D42, 0x517B,     0x01021997, 0x5346414F,
                                           0x0BD00BD0, 0x47504653, 0x00C36400, 0x19830326, 0x7461636F, 0x65735546};
    return std::find(std::begin(networked), std::end(networked), file_system) == std::end(networked);
}

bool locks_work(const std::string& path) {
    struct statfs status = {};
    std::string folder = std::filesystem::path(path).parent_path().string();
    if (folder.empty()) folder = ".";
    if (::statfs(folder.c_str(), &status) != 0) return true;  // what is wrong is said when it is opened
    return locks_work_on(static_cast<std::uint32_t>(status.f_type));
}

std::shared_ptr<Store> open_store(const std::string& path, const std::string& kind) {
    return std::make_shared<Store>(path, kind, locks_work(path) ? StoreUse::write : StoreUse::alone);
}

}  // namespace wafernet::cli
