import CareModels
import Sealing

/// Where a list goes on, in a link of whoever may not see all of it: nobody else reads in it what is there.
protocol SealedPlace: Codable {
    /// What it is a place of: it opens in no other list.
    static var seal: String { get }
}

extension SealedPlace {
    private static var prefix: String { "s." }

    func sealed(_ key: PersonKey) throws -> String { Self.prefix + Base64URL.encode(try key.seal(json: self, at: Self.seal)) }

    init?(_ text: String, _ key: PersonKey) {
        guard text.hasPrefix(Self.prefix), let bytes = Base64URL.decode(String(text.dropFirst(Self.prefix.count))) else { return nil }
        guard let place: Self = try? key.open(json: Array(bytes), at: Self.seal) else { return nil }
        self = place
    }
}
