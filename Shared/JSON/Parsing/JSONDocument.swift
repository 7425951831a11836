/// A JSON text, checked and indexed; its bytes stay as they came.
public struct JSONDocument: Sendable {
    public let bytes: [UInt8]
    package let nodes: [JSONNode]
    /// Of values within values.
    let depth: Int

    public init(_ bytes: [UInt8], limits: JSONLimits = .resource) throws(JSONFault) {
        (nodes, depth) = try JSONParser.index(bytes, limits)
        self.bytes = bytes
    }

    public var root: JSONValue { JSONValue(document: self, index: 0) }

    /// Such as `entry[3].resource.code`.
    package func path(to index: Int) -> String {
        bytes.withUnsafeBufferPointer { JSONPath.text(to: index, in: nodes, $0) }
    }
}
