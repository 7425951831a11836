import Foundation

/// Where what comes of a file is put, part by part.
protocol FileSink {
    /// Bytes that are here.
    var count: Int { get }
    /// The entity tag of the state that they are of; nil where none is known.
    var tag: String? { get }

    mutating func append(_ bytes: Data, tag: String?) throws
    /// What was here is of another state.
    mutating func replace(by bytes: Data) throws
}

struct MemorySink: FileSink {
    private(set) var bytes = Data()
    private(set) var tag: String?

    var count: Int { bytes.count }

    mutating func append(_ more: Data, tag: String?) {
        bytes.append(more)
        self.tag = tag
    }

    mutating func replace(by others: Data) { (bytes, tag) = (others, nil) }
}

/// A file on the disk. Until it is whole it lies beside its place, with the tag of its state, so that another run of the app goes on with it.
struct DiskSink: FileSink {
    private let file: URL
    private(set) var count = 0
    private(set) var tag: String?

    private var part: URL { file.appendingPathExtension("part") }
    private var mark: URL { part.appendingPathExtension("tag") }

    /// Throws a `StorageFault`.
    init(_ file: URL) throws {
        self.file = file
        if let tag = try? String(contentsOf: mark, encoding: .utf8), let source = try? FileSource(part) {
            (self.tag, count) = (tag, source.count)
        } else {
            try replace(by: Data())
        }
    }

    mutating func append(_ bytes: Data, tag: String?) throws {
        let (part, mark, isKnown, count) = (part, mark, tag == self.tag, count)
        try StorageFault.naming {
            let handle = try FileHandle(forWritingTo: part)
            defer { try? handle.close() }
            // Whoever else brings the same to the same place has put something there.
            guard try handle.seekToEnd() == UInt64(count) else { throw StorageFault.busy }
            // Before the bytes: a part without a tag is begun anew.
            if !isKnown { try tag.map { try Data($0.utf8).write(to: mark) } ?? Self.remove(mark) }
            try handle.write(contentsOf: bytes)
        }
        (self.count, self.tag) = (count + bytes.count, tag)
    }

    mutating func replace(by bytes: Data) throws {
        let (part, mark) = (part, mark)
        try StorageFault.naming {
            try Self.remove(mark)
            try bytes.write(to: part)
        }
        (count, tag) = (bytes.count, nil)
    }

    /// It is whole: in its place, and in that of what was there before. With a hash that it does not have it is gone.
    func finish(hash: String?) throws {
        let isDamaged = try hash.map { try FileSource(part).hash() != $0 } ?? false
        try StorageFault.naming {
            try Self.remove(mark)
            if isDamaged { return try Self.remove(part) }
            guard rename(part.path, file.path) == 0 else { throw StorageFault.failed(Int(errno)) }
        }
        if isDamaged { throw CareError.damagedFile }
    }

    private static func remove(_ file: URL) throws {
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }
}
