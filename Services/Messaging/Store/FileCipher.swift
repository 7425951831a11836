import CareModels
import CareService
import Crypto
import Foundation

/// Seals a file's chunks (AES-256-GCM) under a key that is its own, each bound to its place, so that none can be moved, swapped or
/// left out in the middle.
// @unchecked: a SymmetricKey is never changed after it was made.
struct FileCipher: @unchecked Sendable {
    private let key: SymmetricKey
    private let id: AttachmentID

    static let keyLength = 32

    init(key: [UInt8], of id: AttachmentID) {
        self.key = SymmetricKey(data: key)
        self.id = id
    }

    static func newKey() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes(Array.init) }

    func seal(_ bytes: [UInt8], chunk index: Int) throws -> [UInt8] { try seal(bytes, at: "chunk \(index) of \(id)") }
    func open(_ bytes: [UInt8], chunk index: Int) throws -> [UInt8] { try open(bytes, at: "chunk \(index) of \(id)") }
    func sealName(_ name: String) throws -> [UInt8] { try seal(Array(name.utf8), at: "name of \(id)") }
    func openName(_ bytes: [UInt8]) throws -> String { String(decoding: try open(bytes, at: "name of \(id)"), as: UTF8.self) }

    private func seal(_ bytes: [UInt8], at place: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(bytes, using: key, authenticating: Array(place.utf8))
        guard let combined = box.combined else { throw CannotOpen() }
        return Array(combined)
    }

    private func open(_ bytes: [UInt8], at place: String) throws -> [UInt8] {
        do {
            return Array(try AES.GCM.open(try AES.GCM.SealedBox(combined: bytes), using: key, authenticating: Array(place.utf8)))
        } catch {
            throw CannotOpen()
        }
    }
}
