/// One event of a stream of them (WHATWG HTML, section 9.2.5).
package struct ServerSentEvent: Sendable {
    package var name: String
    /// What the client sends as Last-Event-ID when it comes again; nil leaves that as it is.
    package var id: String?
    /// UTF-8 in one line, such as JSON's.
    package var data: [UInt8]

    package init(_ name: String, id: String? = nil, data: [UInt8]) {
        self.name = name
        self.id = id
        self.data = data
    }

    var bytes: [UInt8] {
        precondition(!data.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }, "an event's data is one line")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 128)
        if let id { bytes += Array("id: \(id)\n".utf8) }
        bytes += Array("event: \(name)\ndata: ".utf8)
        bytes += data
        bytes += Array("\n\n".utf8)
        return bytes
    }
}
