import CareModels
import Crypto
import Foundation

extension BackupManifest.File {
    /// Of a file that is there, read a piece at a time; nil when it cannot be read. What leads elsewhere, or has no end, is no file of a backup.
    init?(_ name: String, in directory: String) {
        let path = "\(directory)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        var hash = SHA256()
        var bytes = 0
        do {
            while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
                hash.update(data: piece)
                bytes += piece.count
            }
        } catch {
            return nil
        }
        self.init(name: name, bytes: bytes, sha256: Hexadecimal.encode(hash.finalize()))
    }
}
