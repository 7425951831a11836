/// Where a value is in its document, in FHIRPath's simple form: `code.coding[0].display`.
enum JSONPath {
    /// Works while the document is still being read: a value that is not finished has everything behind it inside.
    static func text(to target: Int, in nodes: [JSONNode], _ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var path = ""
        var container = 0
        while container != target {
            var child = container + 1
            var position = 0
            while child < target, nodes[child].after != 0, Int(nodes[child].after) <= target {
                child = Int(nodes[child].after)
                position += 1
            }
            guard child <= target else { break }
            let node = nodes[child]
            if nodes[container].kind == .array {
                path += "[\(position)]"
            } else {
                let name = JSONText.decode(
                    UnsafeBufferPointer(rebasing: bytes[Int(node.keyStart)..<Int(node.keyEnd)]), isEscaped: node.isKeyEscaped)
                path = join(path, String(decoding: name, as: UTF8.self))
            }
            container = child
        }
        return path
    }

    /// A member's name comes from the client: what does not look like one is not repeated.
    static func join(_ path: String, _ name: String) -> String {
        let isPlain = (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
        let shown = isPlain ? name : "?"
        return path.isEmpty ? shown : path + "." + shown
    }
}
