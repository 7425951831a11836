import CareModels
import Foundation
import HTTP

/// The query of a list of app data, and of its count.
enum AppDataFilters {
    static let names: Set<String> = ["ids", "createdFrom", "createdTo", "updatedFrom", "updatedTo", "annotations", "status", "includeDeleted"]
    private static let mostIDs = 200

    static func criteria(_ request: Request) throws -> RecordCriteria {
        let given = request.query
        var criteria = RecordCriteria(
            created: TimeRange(from: try given.instant("createdFrom"), until: try given.instant("createdTo")),
            updated: TimeRange(from: try given.instant("updatedFrom"), until: try given.instant("updatedTo")),
            status: try given.value("status", RecordStatus.self), includesDeleted: try given.bool("includeDeleted") ?? false)
        if let text = given["ids"] {
            let ids = text.split(separator: ",", omittingEmptySubsequences: false).map { AppDataID.spelled(String($0)) }
            guard ids.count <= mostIDs, !ids.contains(nil) else {
                throw Problem.invalid(Fault("ids", "must be at most \(limit: mostIDs) ids with commas between"))
            }
            criteria.ids = ids.compactMap { $0 }
        }
        if let text = given["annotations"] {
            do throws(AnnotationQuery.Refusal) {
                criteria.annotations = try AnnotationQuery(text)
            } catch {
                throw Problem.invalid(Fault("annotations", error.message))
            }
        }
        return criteria
    }
}
