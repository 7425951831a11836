import CareModels

/// What is wrong with a document, one value after another: each is noted where it is met, and the decoding goes on with a stand-in of its type. What is decoded
/// so is never used.
final class DecodingFaults {
    /// No stand-in is to be had, or enough is known: the decoding ends here.
    struct Enough: Error {}

    private(set) var noted: [DecodingError] = []

    /// What `read` reads, or `standIn` when that fails. A value whose parts were noted is not noted once more: what it says of itself may come of a stand-in.
    func value<T>(or standIn: @autoclosure () -> T?, _ read: () throws -> T) throws -> T {
        let before = noted.count
        do {
            return try read()
        } catch let error as DecodingError {
            if noted.count == before { noted.append(error) }
            guard noted.count < Faults.most, let standIn = standIn() else { throw Enough() }
            return standIn
        }
    }
}

extension JSONDocument {
    /// All that keeps the document from being a `T`, as far as it can be told without the values that are wrong: the first twenty, in the order in which the
    /// type asks for them; empty when it is one. After a value for whose type nothing can stand in, such as a word of an enum, the rest is not looked at.
    package func faults<T: Decodable>(of type: T.Type) throws -> [DecodingError] {
        let faults = DecodingFaults()
        do {
            _ = try faults.value(or: nil) { try JSONReading(self, collecting: faults).value(type, at: 0, depth: 0) }
        } catch is DecodingFaults.Enough {}
        return faults.noted
    }
}
