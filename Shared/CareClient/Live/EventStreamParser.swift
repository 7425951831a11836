import Foundation

/// Server-sent events (WHATWG HTML, section 9.2), from bytes that are cut anywhere.
struct EventStreamParser: Equatable, Sendable {
    enum News: Equatable, Sendable {
        case event(name: String, data: String)
        /// Somebody is there.
        case comment
    }

    /// Of one event.
    static let mostBytes = 4 << 20

    private var line: [UInt8] = []
    private var wasReturn = false
    private var isBeginning = true
    private var name = ""
    private var data: [String] = []
    private var bytes = 0

    /// Throws when an event is longer than any that Careline sends.
    mutating func hear(_ part: Data) throws(TransportFault) -> [News] {
        var news: [News] = []
        for byte in part {
            // A line ends with CR, LF, or both.
            if byte == UInt8(ascii: "\n"), wasReturn {
                wasReturn = false
                continue
            }
            wasReturn = byte == UInt8(ascii: "\r")
            guard wasReturn || byte == UInt8(ascii: "\n") else {
                line.append(byte)
                bytes += 1
                guard bytes <= Self.mostBytes else { throw .unreachable }
                continue
            }
            if let said = endLine() { news.append(said) }
        }
        return news
    }

    private mutating func endLine() -> News? {
        var text = String(decoding: line, as: UTF8.self)
        line = []
        if isBeginning, text.first == "\u{FEFF}" { text.removeFirst() }
        isBeginning = false
        if text.isEmpty { return dispatch() }
        if text.first == ":" {
            if data.isEmpty { bytes = 0 }
            return .comment
        }
        let field = text.prefix { $0 != ":" }
        var value = text.dropFirst(field.count + 1)
        if value.first == " " { value.removeFirst() }
        switch field {
        case "event": name = String(value)
        case "data": data.append(String(value))
        // Where it goes on stands in what it says, and the pauses are ours.
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> News? {
        defer { (name, data, bytes) = ("", [], 0) }
        return data.isEmpty ? nil : .event(name: name, data: data.joined(separator: "\n"))
    }
}
