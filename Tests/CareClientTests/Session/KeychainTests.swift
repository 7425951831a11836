import Foundation
import Testing

@testable import CareClient

/// Secrets in files, as an app on Linux has them.
@Suite(.timeLimit(.minutes(3))) struct KeychainTests {
    @Test func whatWasHalfWrittenDoesNotStay() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("care-keys-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Keychain.files(in: folder).write("session", Data("secret".utf8))
        let (left, new) = (".session.\(UUID().uuidString)", ".session.\(UUID().uuidString)")
        for (name, made) in [(left, Date() - 3600), (new, Date()), (".other", Date() - 3600)] {
            let path = folder.appendingPathComponent(name).path
            #expect(FileManager.default.createFile(atPath: path, contents: Data("half".utf8), attributes: [.modificationDate: made]))
        }
        let next = Keychain.files(in: folder)
        let there = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(there) == ["session", new, ".other"])
        #expect(try next.read("session") == Data("secret".utf8))
    }
}
