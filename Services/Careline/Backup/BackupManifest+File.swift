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
        let digits = Array("0123456789abcdef")
        let digest = hash.finalize().map { String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }
        self.init(name: name, bytes: bytes, sha256: digest.joined())
    }
}
