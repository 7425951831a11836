import CareModels
import Foundation
import HTTP

extension SearchQuery {
    static let names: Set<String> = [
        "_id", "_lastUpdated", "_created", "_status", "_annotations", "_includeDeleted", "_summary", "_count", "_page", "_after", "_total", "_format",
        "_pretty"
    ]

    /// Of a query, a form or an entry of a batch, percent-decoded.
    init(_ pairs: [(name: String, value: String)]) throws {
        self.init()
        var checks = Checks()
        var number: Int?
        var once: Set<String> = []
        for (name, value) in pairs {
            if !["_lastUpdated", "_created", "_annotations"].contains(name), !once.insert(name).inserted {
                checks.fail(String(name.prefix(64)), "is given more than once; give it once")
                continue
            }
            switch name {
            case "_id": readIDs(value, &checks)
            case "_lastUpdated": Self.read(value, name, into: &criteria.updated, &checks)
            case "_created": Self.read(value, name, into: &criteria.created, &checks)
            case "_annotations": readAnnotations(value, &checks)
            case "_status":
                criteria.status = RecordStatus(rawValue: value)
                if criteria.status == nil { checks.fail(name, "must be active, pending or deleted") }
            case "_includeDeleted":
                if let flag = Bool(value) { criteria.includesDeleted = flag } else { checks.fail(name, "must be true or false") }
            case "_summary":
                if value == "count" { isCount = true } else if value != "false" { checks.fail(name, "must be count or false here") }
            case "_count":
                if let limit = Int(value), (0...Self.mostPerPage).contains(limit) {
                    page.limit = limit
                } else {
                    checks.fail(name, "must be a whole number from 0 to \(Self.mostPerPage)")
                }
            case "_page":
                number = Int(value)
                isByNumber = true
                if (number ?? 0) < 1 { checks.fail(name, "must be a whole number from 1 on") }
            case "_after":
                page.after = RecordID(value)
                if page.after == nil { checks.fail(name, "is no place in this list; follow the next link") }
            case "_total":
                if !["none", "estimate", "accurate"].contains(value) { checks.fail(name, "must be none, estimate or accurate") }
            case "_format", "_pretty": break
            default:
                let known = Self.names.sorted().joined(separator: ", ")
                checks.fail(String(name.prefix(64)), "is not a search parameter here; known are \(known)")
            }
            if !["_page", "_after", "_count", "_format", "_pretty"].contains(name) { conditions.append((name, value)) }
        }
        // A page of none asks for the count.
        if page.limit == 0 { isCount = true }
        if let number, number >= 1 {
            let (skipped, overflow) = (number - 1).multipliedReportingOverflow(by: page.limit)
            if page.after != nil { checks.fail("_page", "cannot go with _after; follow the next link") }
            if overflow || skipped > Self.mostSkipped {
                checks.fail("_page", "can skip at most \(Self.mostSkipped) resources; follow the next link instead")
            } else {
                page.offset = skipped
            }
        }
        try checks.done()
    }

    private mutating func readIDs(_ value: String, _ checks: inout Checks) {
        let ids = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if ids.count > Self.mostIDs { checks.fail("_id", "must be at most \(Self.mostIDs) ids") }
        if !ids.allSatisfy(ResourceID.isValid) { checks.fail("_id", "must be ids with commas between") }
        criteria.ids = ids
    }

    private static func read(_ value: String, _ name: String, into range: inout TimeRange, _ checks: inout Checks) {
        if !range.narrow(fhir: value) {
            checks.fail(name, "must be a date or instant, with eq, ge, gt, le, lt, sa or eb before it: ge2026-03-08, lt2026-03-08T14:30:00Z")
        }
    }

    private mutating func readAnnotations(_ value: String, _ checks: inout Checks) {
        do throws(AnnotationQuery.Refusal) {
            let query = try AnnotationQuery(value)
            criteria.annotations.all += query.all
            criteria.annotations.anyOf += query.anyOf
        } catch {
            checks.fail("_annotations", error.message)
        }
    }
}
