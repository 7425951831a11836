import Crypto
import Foundation

/// What a file's bytes are read from, part by part.
struct FileSource: Sendable {
    let count: Int
    private let read: @Sendable (_ offset: Int, _ most: Int) throws -> Data

    /// Bytes of a part.
    static let part = 1 << 20

    init(_ bytes: Data) {
        count = bytes.count
        read = { @Sendable offset, most in Data(bytes[(bytes.startIndex + offset)...].prefix(most)) }
    }

    /// One on the disk, which nobody may change meanwhile. Throws a `StorageFault`.
    init(_ file: URL) throws {
        count = try StorageFault.naming { try FileHandle(forReadingFrom: file).length() }
        read = { @Sendable offset, most in
            try StorageFault.naming {
                let handle = try FileHandle(forReadingFrom: file)
                defer { try? handle.close() }
                try handle.seek(toOffset: UInt64(offset))
                return try handle.read(upToCount: most) ?? Data()
            }
        }
    }

    func bytes(from offset: Int, most: Int) throws -> Data { try read(offset, most) }

    /// SHA-1 in base64, as FHIR's `Attachment.hash` has it.
    func hash() throws -> String {
        var hasher = Insecure.SHA1()
        for offset in stride(from: 0, to: count, by: Self.part) { hasher.update(data: try read(offset, Self.part)) }
        return Data(hasher.finalize()).base64EncodedString()
    }
}

extension FileHandle {
    fileprivate func length() throws -> Int {
        defer { try? close() }
        return Int(try seekToEnd())
    }
}

extension StorageFault {
    /// What the disk says of `work`, by these names.
    static func naming<Result>(_ work: () throws -> Result) throws(StorageFault) -> Result {
        do {
            return try work()
        } catch let error as CocoaError where error.code == .fileWriteOutOfSpace { throw .full } catch {
            throw error as? StorageFault ?? .failed((error as NSError).code)
        }
    }
}
