import CareModels
import Foundation
import Sealing

/// As a link has it. A page may end behind somebody who has given nothing that counts, or nothing any more: who they are is nobody's to read there.
extension PersonsPlace {
    private static let sealedPrefix = prefix + "s."
    private static let seal = "records search places"

    func sealed(_ masters: MasterKeys) throws -> String {
        Self.sealedPrefix + Base64URL.encode(try masters.current.derived(Self.seal).seal(Array(description.utf8), at: Self.seal))
    }

    /// Also as the release before had it in its links, in the clear.
    init?(_ text: String, _ masters: MasterKeys) {
        guard text.hasPrefix(Self.sealedPrefix) else {
            self.init(text)
            return
        }
        guard let bytes = Base64URL.decode(String(text.dropFirst(Self.sealedPrefix.count))) else { return nil }
        for master in masters.all {
            guard let opened = try? master.derived(Self.seal).open(bytes, at: Self.seal) else { continue }
            self.init(String(decoding: opened, as: UTF8.self))
            return
        }
        return nil
    }
}
