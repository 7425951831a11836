@testable import HTTP
@testable import RecordsService

extension FuzzTarget {
    /// Entity tags of If-Match and If-None-Match (RFC 9110, section 8.8.3), by the kit and by Records. A version is matched by the tag that
    /// was given for it and by no other spelling.
    static let conditions = FuzzTarget("conditions", longest: 512) { input in
        let text = String(decoding: input, as: UTF8.self)
        let kits = EntityTags([text])
        if case .listed(let tags)? = kits {
            expect((1...100).contains(tags.count), "\(tags.count) tags")
            for tag in tags {
                expect(tag.opaque.utf8.allSatisfy { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }, "a tag holds what none may: \(tag.opaque)")
                guard let version = tag.version else { continue }
                expect(tag.opaque == "\(version)" || tag.opaque.hasPrefix("\(version)."), "\(tag.opaque) passes for version \(version)")
            }
            let spelled = tags.map { ($0.isWeak ? "W/" : "") + "\"\($0.opaque)\"" }.joined(separator: ", ")
            expect(EntityTags([spelled]) == kits, "spelled and read it is another list")
        }
        guard case .versions(let versions)? = VersionTags.parse(text) else { return }
        for version in versions {
            expect(text.contains("\"\(version)\""), "\(text) passes for version \(version)")
            expect(VersionTags.parse(VersionTags.tag(version)) == .versions([version]), "our own tag is not read")
        }
        // What the kit can read, it reads with the same versions.
        if case .listed(let tags)? = kits, !text.contains(".") { expect(tags.compactMap(\.version) == versions, "two readers, two answers: \(text)") }
    }
}
