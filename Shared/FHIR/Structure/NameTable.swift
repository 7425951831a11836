/// The names of a type's members, found by their bytes: no string is made of what a client sent.
struct NameTable: Sendable {
    struct Member: Sendable {
        let name: [UInt8]
        /// Its element's place in the type, and the place of its type among the element's.
        let element: Int
        let choice: Int
    }

    private(set) var members: [Member] = []
    /// Places in `members`, counted from 1; 0 is free. A power of two of them, twice as many as members at least.
    private var slots: [UInt16] = [0]

    init() {}

    init(_ members: [Member]) {
        self.members = members
        var size = 2
        while size < 2 * members.count { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for (index, member) in members.enumerated() {
            var slot = member.name.withUnsafeBufferPointer { Self.hash($0) } & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt16(index + 1)
        }
    }

    /// Of the table's own names no two are the same, so that a name is compared with few.
    func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        var slot = Self.hash(name) & (slots.count - 1)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if members[index].name.count == name.count, members[index].name.elementsEqual(name) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// FNV-1a. The table is ours and small: nobody gains by names that fall together.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash ^ hash >> 15)
    }
}
