import CareModels
import Crypto
import Foundation

extension BackupManifest.File {
    /// Of a file that is there, read a piece at a time; nil when it cannot be read.
    init?(_ name: String, in directory: String) {
        guard let file = FileHandle(forReadingAtPath: "\(directory)/\(name)") else { return nil }
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
