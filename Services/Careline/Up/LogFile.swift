import Foundation

/// The file that a child's output goes to.
struct LogFile: Sendable {
    var path: String

    /// At most so many bytes from the end; empty when there is no file.
    func text(last bytes: Int) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        defer { try? file.close() }
        let size = Int((try? file.seekToEnd()) ?? 0)
        try? file.seek(toOffset: UInt64(max(0, size - bytes)))
        let data = (try? file.read(upToCount: bytes)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    var size: Int { ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0 }

    /// The last lines from a place in the file on, indented, each cut at 400 characters.
    func lastLines(_ count: Int, since start: Int = 0) -> String {
        let bytes = min(16 << 10, max(0, size - start))
        let lines = text(last: bytes).split(separator: "\n").suffix(count)
        return lines.map { "    | \($0.prefix(400))" }.joined(separator: "\n")
    }

    /// Called at a start: one older file is kept, so that years of restarts do not fill the disk.
    func rotate(over bytes: Int = 32 << 20) {
        guard size > bytes else { return }
        try? FileManager.default.removeItem(atPath: path + ".1")
        try? FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    }
}
