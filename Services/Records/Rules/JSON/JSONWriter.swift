/// Writes JSON from left to right; values that are JSON already go in as they are.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// A comma is due before the next member or item.
    private var needsComma = false

    init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    mutating func value(_ text: String) {
        separate()
        bytes.append(contentsOf: JSONText.quoted(text))
    }

    mutating func value(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// JSON.
    mutating func value(json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        try members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    // MARK: Members

    mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        value(text)
    }

    mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        value(number)
    }

    mutating func member(_ name: StaticString, _ flag: Bool) {
        self.name(name)
        value(flag)
    }

    mutating func member(_ name: StaticString, json: some Sequence<UInt8>) {
        self.name(name)
        value(json: json)
    }

    mutating func object(_ name: StaticString, _ members: (inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        try object(members)
    }

    mutating func list<Item>(_ name: StaticString, _ items: some Sequence<Item>, _ write: (Item, inout JSONWriter) throws -> Void) rethrows {
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for item in items { try write(item, &self) }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }
}
