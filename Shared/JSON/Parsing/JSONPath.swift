/// Where a value is in its document, in FHIRPath's simple form: `code.coding[0].display`.
package enum JSONPath {
    /// In as many steps as the value is deep, and while the document is still being read too.
    static func text(to target: Int, in nodes: [JSONNode], _ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var path = ""
        for index in chain(to: target, in: nodes) {
            let node = nodes[index]
            if node.isMember {
                let name = UnsafeBufferPointer(rebasing: bytes[Int(node.keyStart)..<Int(node.keyEnd)])
                path = join(path, JSONText.string(name, isEscaped: node.isKeyEscaped))
            } else {
                path += "[\(node.position)]"
            }
        }
        return path
    }

    /// The values on the way, from below the root to the target itself.
    static func chain(to target: Int, in nodes: [JSONNode]) -> [Int] {
        var chain: [Int] = []
        var index = target
        while index > 0 {
            chain.append(index)
            Looks.add()
            index = Int(nodes[index].parent)
        }
        return chain.reversed()
    }

    /// The same of a decoder's path: `rules[2].weekday`.
    package static func text(of keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in key.intValue.map { "\(path)[\($0)]" } ?? join(path, key.stringValue) }
    }

    /// A member's name comes from the client: what does not look like one is not repeated.
    static func join(_ path: String, _ name: String) -> String {
        let isPlain =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
            }
        let shown = isPlain ? name : "?"
        return path.isEmpty ? shown : path + "." + shown
    }
}
