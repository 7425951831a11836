import Crypto

/// What an uploaded file is known by when it comes again: its name and its bytes; and how many those may be.
package struct FileDigest {
    private var hash = SHA256()
    private var size = 0

    /// No name holds a line break.
    package init(_ name: String?) { hash.update(data: Array("\(name ?? "")\n".utf8)) }

    package mutating func take(_ piece: [UInt8], limit: Int) throws {
        size += piece.count
        guard size <= limit else {
            throw Problem.tooLarge(limit: limit, "A file may have \(limit) bytes.")
        }
        hash.update(data: piece)
    }

    package var isEmpty: Bool { size == 0 }
    package var bytes: [UInt8] { Array(hash.finalize()) }
}
