/// Which elements may be there more than once, and so are lists in JSON.
///
/// A release's is read at its first use, once.
package final class FHIRLists: Sendable {
    private static let everywhere: Set<String> = ["extension", "modifierExtension", "contained"]
    private static let r4 = FHIRLists(r4Table)
    private static let stu3 = FHIRLists(stu3Table)

    private let names: [String: Set<String>]

    package static func of(_ release: FHIRRelease) -> FHIRLists {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    private init(_ table: StaticString) {
        let lines = table.withUTF8Buffer { bytes in bytes.split(separator: 0x0A).map { line in line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) } } }
        names = Dictionary(lines.map { ($0[0], Set($0.dropFirst())) }, uniquingKeysWith: { first, _ in first })
    }

    /// `type` as FHIRPath's nodes have it: `HumanName`, `Patient.contact`.
    func has(_ name: String, of type: String?) -> Bool { Self.everywhere.contains(name) || type.flatMap { names[$0] }?.contains(name) ?? false }
}
