import CareModels
import Foundation
import HTTP
import Postgres

/// `GET /app-data` and `GET /app-data/count`: what there is, without the bytes, newest first.
struct ListAppData: Sendable {
    let dependencies: Dependencies

    static let filters: Set<String> = ["ids", "createdFrom", "createdTo", "updatedFrom", "updatedTo", "annotations", "status", "includeDeleted"]
    private static let mostIDs = 200

    func handle(_ request: Request) async throws -> Response {
        let place = AppData.place(try request.owner())
        let query = try query(request)
        let wanted = try request.page(default: 50, most: 200)
        let pageNumber = try request.query.int("page", in: 1...10_000) ?? 1
        if pageNumber > 1, wanted.after != nil { throw Problem.invalid([.init("page", "cannot go with after; follow nextCursor")]) }
        let page = RecordPage(limit: wanted.limit, after: try wanted.id(at: 0), offset: (pageNumber - 1) * wanted.limit)
        let rows = try await dependencies.read(of: place.owner, nothing: []) { key, connection in
            try await connection.heads(query.filter(place, key), page, key)
        }
        return try .json(wanted.page(rows) { [$0.recordId.description] })
    }

    func count(_ request: Request) async throws -> Response {
        let place = AppData.place(try request.owner())
        let query = try query(request)
        let count = try await dependencies.read(of: place.owner, nothing: 0) { key, connection in
            try await connection.countRecords(query.filter(place, key))
        }
        return try .json(["count": count])
    }

    private func query(_ request: Request) throws -> RecordCriteria {
        let given = request.query
        var query = RecordCriteria(
            created: TimeRange(from: try given.instant("createdFrom"), until: try given.instant("createdTo")),
            updated: TimeRange(from: try given.instant("updatedFrom"), until: try given.instant("updatedTo")),
            status: try given.value("status", RecordStatus.self), includesDeleted: try given.bool("includeDeleted") ?? false)
        if let text = given["ids"] {
            let ids = text.split(separator: ",", omittingEmptySubsequences: false).map { RecordID($0) }
            guard ids.count <= Self.mostIDs, !ids.contains(nil) else {
                throw Problem.invalid([.init("ids", "must be at most \(Self.mostIDs) ids with commas between")])
            }
            query.ids = ids.compactMap { $0?.description }
        }
        if let text = given["annotations"] {
            do throws(AnnotationQuery.Refusal) {
                query.annotations = try AnnotationQuery(text)
            } catch {
                throw Problem.invalid([.init("annotations", error.message)])
            }
        }
        return query
    }
}
