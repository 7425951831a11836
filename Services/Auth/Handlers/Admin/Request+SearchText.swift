import CareModels
import HTTP

extension Request {
    /// What a list is searched for (`q`); nothing finds all.
    func searchText() throws -> String {
        let text = query["q"] ?? ""
        var checks = Checks()
        checks.check(text.count <= 100, "q", "must be at most \(limit: 100) characters long")
        try checks.done()
        return text
    }
}
