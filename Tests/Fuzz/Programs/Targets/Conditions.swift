import CareModels

extension FuzzTarget {
    /// Entity tags of If-Match and If-None-Match (RFC 9110, section 8.8.3). A version is matched by the tag that was given for it and by no other
    /// spelling.
    static let conditions = FuzzTarget("conditions", longest: 512) { input in
        guard let condition = Condition(String(decoding: input, as: UTF8.self)), case .listed(let tags) = condition else { return }
        expect((1...Condition.mostTags).contains(tags.count), "\(tags.count) tags")
        for tag in tags {
            expect(tag.opaque.utf8.allSatisfy { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }, "a tag holds what none may: \(tag.opaque)")
            expect(condition.names(tag, .weak) && (tag.isWeak || condition.names(tag, .strong)), "\(tag) is not found in its list")
            guard let version = tag.version else { continue }
            // By bytes: a dot and a combining mark are one character.
            let spelled = "\(version)".utf8
            let rest = tag.opaque.utf8.dropFirst(spelled.count)
            expect(tag.opaque.utf8.starts(with: spelled) && (rest.isEmpty || rest.first == UInt8(ascii: ".")), "\(tag.opaque) passes for version \(version)")
            expect(condition.names(version: version, .weak), "\(tag) does not name its version")
        }
        expect(Condition(tags.map(\.description)) == condition, "spelled and read it is another list")
    }
}
