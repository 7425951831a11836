import CareModels
import Foundation

/// Secrets of one machine's platform: made once, in files that only their owner reads. Services are told the file's name.
struct Secrets: Sendable {
    let directory: String

    /// The file with so many random bytes in base64; made when absent.
    func key(_ name: String, bytes: Int) throws -> String {
        try file(name) { Data(RandomBytes.make(bytes)).base64EncodedString() + "\n" }
    }

    /// A password of 24 letters and digits (about 120 bits); made when absent.
    func password(_ name: String) throws -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let path = try file(name) { String((0..<24).map { _ in letters[Int.random(in: 0..<letters.count)] }) + "\n" }
        return try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    /// The file with this secret in it, whatever was there.
    func store(_ name: String, _ value: String) throws -> String {
        let path = "\(directory)/\(name)"
        let draft = "\(path).\(getpid())"
        let isStored = FileManager.default.createFile(atPath: draft, contents: Data((value + "\n").utf8), attributes: [.posixPermissions: 0o600])
        guard isStored, rename(draft, path) == 0 else { throw SecretFailure(path: path, reason: String(cString: strerror(errno))) }
        return path
    }

    /// Of a file that holds one secret, as people write them.
    static func firstLine(_ path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let line = text.split(separator: "\n").first else {
            throw Failure("\(path) cannot be read, or is empty")
        }
        return line.trimmingSpaces
    }

    /// The file with what `make` gives; made when absent, whole, and once: of two that make it at the same time one does, and both have that
    /// one's.
    func file(_ name: String, _ make: () throws -> String) throws -> String {
        let path = "\(directory)/\(name)"
        if FileManager.default.fileExists(atPath: path) { return path }
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SecretFailure(path: path, reason: String(cString: strerror(errno))) }
        defer { unlink(draft) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(make().utf8))
        try handle.synchronize()
        guard link(draft, path) == 0 || errno == EEXIST else { throw SecretFailure(path: path, reason: String(cString: strerror(errno))) }
        return path
    }
}

struct SecretFailure: Error, CustomStringConvertible {
    var path: String
    var reason: String
    var description: String { "the secret \(path) could not be made: \(reason)" }
}
