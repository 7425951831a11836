/// A bundle that asks for things.
struct BatchBundle: Sendable {
    let isTransaction: Bool
    /// What each entry asks, or what is wrong with it.
    let entries: [Result<BundleEntry, ResourceFault>]

    init(_ bytes: [UInt8]) throws {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(bytes)
        } catch {
            throw ResourceFault(error)
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
            return
        }
        guard list.kind == .array else { throw ResourceFault(.structure, "The entries are a list.", at: "Bundle.entry") }
        entries = list.children.map { entry in
            do throws(ResourceFault) {
                return .success(try BundleEntry(entry))
            } catch {
                return .failure(error)
            }
        }
    }
}
