import CareModels
import Foundation
import HTTP

/// The query of a list of app data, and of its count.
enum AppDataFilters {
    static let names: Set<String> = ["ids", "createdFrom", "createdTo", "updatedFrom", "updatedTo", "annotations", "status", "includeDeleted"]
    private static let mostIDs = 200

    static func criteria(_ request: Request) throws -> RecordCriteria {
        let given = request.query
        var checks = Checks()
        let created = TimeRange(from: try checks.read(given.instant("createdFrom")), until: try checks.read(given.instant("createdTo")))
        let updated = TimeRange(from: try checks.read(given.instant("updatedFrom")), until: try checks.read(given.instant("updatedTo")))
        var criteria = RecordCriteria(
            created: created, updated: updated, status: try checks.read(given.value("status", RecordStatus.self)),
            includesDeleted: try checks.read(given.bool("includeDeleted")) ?? false)
        if let text = given["ids"] {
            let ids = text.split(separator: ",", omittingEmptySubsequences: false).map { AppDataID.spelled(String($0)) }
            checks.check(ids.count <= mostIDs && !ids.contains(nil), "ids", "must be at most \(limit: mostIDs) ids with commas between")
            criteria.ids = ids.compactMap { $0 }
        }
        if let text = given["annotations"] {
            do throws(AnnotationQuery.Refusal) {
                criteria.annotations = try AnnotationQuery(text)
            } catch {
                checks.fail("annotations", error.message)
            }
        }
        try checks.done()
        return criteria
    }
}
