import CareClient
import Foundation

/// The list that was shown last, so that a number is of what the person has seen, whatever has come before it in the list since. It has ids alone, and lies where the
/// session's secrets do.
struct ListShown {
    enum Kind: String, CaseIterable {
        case conversations, visits
    }

    private let name: String
    private let keychain: Keychain

    init(of kind: Kind, _ device: Device) throws {
        name = "shown-\(kind.rawValue)"
        keychain = try device.keychain()
    }

    /// An empty one has no numbers.
    func keep(_ ids: [String]) throws { try keychain.write(name, ids.isEmpty ? nil : Data(ids.joined(separator: "\n").utf8)) }

    /// The one of this number in it; where none was shown, in the list as it is. Nil where there is no such number, or what was shown by it is there no more.
    func find<Item>(_ number: Int, in items: [Item], by id: (Item) -> String) throws -> Item? {
        guard let kept = try keychain.read(name) else { return items.indices.contains(number - 1) ? items[number - 1] : nil }
        let shown = String(decoding: kept, as: UTF8.self).split(separator: "\n").map(String.init)
        guard shown.indices.contains(number - 1) else { return nil }
        return items.first { id($0) == shown[number - 1] }
    }
}
