import CareModels
import Crypto
import Foundation
import JSON

/// A file that keeps which version of a list was taken in last, so that a list that is the same is neither fetched nor sent again.
struct ListMemory: Sendable {
    private struct Kept: Codable {
        /// Which list it was, and where it went: a hash, since an address may hold a secret.
        var list: String
        var version: ListVersion
    }

    private let file: String
    private let list: String
    /// Nil before the first time, and where the file tells of another list, source or platform.
    let known: ListVersion?

    /// - Parameter parts: what makes it another list when it changes.
    init(_ file: String, of parts: [String]) throws {
        self.file = file
        var hash = SHA256()
        for part in parts { hash.update(data: Array("\(part.utf8.count) \(part)\n".utf8)) }
        list = Hexadecimal.encode(hash.finalize())
        guard FileManager.default.fileExists(atPath: file) else {
            known = nil
            return
        }
        let kept: Kept
        do { kept = try CareJSON.decode(Kept.self, from: try Data(contentsOf: URL(fileURLWithPath: file))) } catch {
            throw Failure("\(file) keeps no version of a list; name another file, or remove it")
        }
        known = kept.list == list ? kept.version : nil
    }

    func keep(_ version: ListVersion) throws {
        do { try CareJSON.encode(Kept(list: list, version: version)).write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
            throw Failure("the list is in, but \(file) cannot be written: \(error.localizedDescription)")
        }
    }
}
