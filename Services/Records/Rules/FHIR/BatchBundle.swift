import JSON

/// A bundle that asks for things.
struct BatchBundle: Sendable {
    /// In bytes.
    static let limit = 32 << 20
    static let mostEntries = 5000
    /// Entries that hang on a search: each is one more of the person's resources, while nobody else writes any.
    static let mostConditions = 200
    /// Entries that patch: a few bytes of each ask for as much work as a patch by itself may be.
    static let mostPatches = 200

    /// All its searches together may be as much work as so many that compare and open all that one may.
    static let mostSearched = 4

    let isTransaction: Bool
    /// What each entry asks, or what is wrong with it.
    let entries: [Result<BundleEntry, ResourceFault>]
    /// Whether anything in it hangs on a search.
    let hasConditions: Bool

    /// Nothing in it changes anything.
    var isReading: Bool {
        entries.allSatisfy { entry in
            switch entry {
            case .success(let entry): entry.isReading
            case .failure: true
            }
        }
    }

    /// More than `most` entries are counted, and not looked at.
    init(_ bytes: [UInt8], most: Int = mostEntries) throws {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(bytes, limits: .sentResource)
        } catch {
            throw error.kind == .cancelled ? CancellationError() : ResourceFault(error, in: "Bundle") as any Error
        }
        let root = document.root
        guard root.kind == .object, root["resourceType"]?.string == "Bundle" else {
            throw ResourceFault(.invalid, "This address takes a Bundle.", at: "resourceType")
        }
        switch root["type"]?.string {
        case "batch": isTransaction = false
        case "transaction": isTransaction = true
        default: throw ResourceFault(.value, "The bundle's type is batch or transaction here.", at: "Bundle.type")
        }
        guard let list = root["entry"] else {
            entries = []
            hasConditions = false
            return
        }
        guard list.kind == .array else { throw ResourceFault(.structure, "The entries are a list.", at: "Bundle.entry") }
        let count = list.childCount
        guard count <= most else {
            throw ResourceFault(.tooCostly, "The bundle has \(count) entries; at most \(most) are taken.", at: "Bundle.entry", limit: most)
        }
        entries = try list.children.map { entry -> Result<BundleEntry, ResourceFault> in
            try Task.checkCancellation()
            return Result { () throws(ResourceFault) in try BundleEntry(entry) }
        }
        let asked = entries.compactMap { try? $0.get() }
        let conditions = asked.count { $0.condition != nil }
        guard conditions <= Self.mostConditions else {
            throw ResourceFault(
                .tooCostly, "The bundle has \(conditions) entries with a condition; at most \(Self.mostConditions) are taken.", at: "Bundle.entry",
                limit: Self.mostConditions)
        }
        let patches = asked.count { $0.isPatch }
        guard patches <= Self.mostPatches else {
            throw ResourceFault(.tooCostly, "The bundle has \(patches) patches; at most \(Self.mostPatches) are taken.", at: "Bundle.entry", limit: Self.mostPatches)
        }
        hasConditions = conditions > 0 || isTransaction && asked.contains { $0.resource?.conditionalReferences.isEmpty == false }
    }
}
