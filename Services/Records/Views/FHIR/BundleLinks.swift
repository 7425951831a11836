import JSON

/// Where a bundle's page is, and where its list goes on.
struct BundleLinks: Sendable {
    let own: String
    /// Nil on the last page.
    let next: String?

    func write(_ json: inout JSONWriter) {
        let links = [("self", own)] + (next.map { [("next", $0)] } ?? [])
        json.list("link", links) { link, json in
            json.object {
                $0.member("relation", link.0)
                $0.member("url", link.1)
            }
        }
    }
}
