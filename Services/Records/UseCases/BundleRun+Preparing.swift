import CareModels
import FHIR
import Foundation
import JSON
import Postgres
import Sealing

/// What of a transaction is settled before its first write.
extension BundleRun {
    /// A transaction names no resource twice, and its resources are referred to by their `fullUrl`. What its conditions find is what was there before it.
    mutating func prepareTransaction(_ creations: [Int], _ updates: [Int], _ deletions: [Int], _ tx: Transaction) async throws {
        try await resolve(creations + updates + deletions, tx)
        var touched: Set<String> = []
        for index in updates + deletions {
            try Task.checkCancellation()
            let entry = try entry(index)
            // What a search does not find yet is made once.
            let made = entry.makesNew ? entry.condition.map { "\(entry.type)?\($0)" } : nil
            guard let identity = (entry.id ?? found[index]?.version?.id).map({ "\(entry.type)/\($0)" }) ?? made else { continue }
            guard touched.insert(identity).inserted else {
                throw ResourceFault(.invalid, "A transaction changes a resource once only.", at: "Bundle.entry[\(index)].request.url")
            }
            if !entry.isPatch { replaced.insert(identity) }
        }
        for index in creations + updates {
            try Task.checkCancellation()
            let entry = try entry(index)
            if let id = entry.id ?? found[index]?.version?.id {
                try refer(entry, index, to: id)
            } else if entry.makesNew {
                let id = sameCreation[index].flatMap { newIDs[$0] } ?? RecordID(writer.newID())
                newIDs[index] = id
                try refer(entry, index, to: entry.ownID ?? id.description)
            }
        }
        try await resolveReferences(creations + updates, tx)
        try await resolveVersions(creations + updates, tx)
        try checkGrowth(creations + updates)
    }

    private mutating func refer(_ entry: BundleEntry, _ index: Int, to id: String) throws {
        ids[index] = id
        guard let name = entry.name else { return }
        let address = "\(entry.type)/\(id)"
        if let other = references[name], other != address {
            throw ResourceFault(.invalid, "Two entries of a transaction have this fullUrl.", at: "Bundle.entry[\(index)].fullUrl")
        }
        references[name] = address
    }

    /// A reference to one version is one to the version that is there in the end, which no client can know.
    private mutating func resolveVersions(_ indexes: [Int], _ tx: Transaction) async throws {
        guard references.hasAddresses else { return }
        var isNamed = false
        for index in indexes where !isNamed {
            try Task.checkCancellation()
            isNamed = try entry(index).resource?.namesVersion ?? false
        }
        guard isNamed else { return }
        let addresses = try indexes.compactMap { index in try ids[index].map { place(try entry(index).type).address(of: $0, writer.key) } }
        let versions = try await tx.versions(at: addresses, of: writer.owner)
        for index in indexes {
            let entry = try entry(index)
            guard let id = ids[index], let name = entry.name else { continue }
            let present = versions[place(entry.type).address(of: id, writer.key)] ?? 0
            let isLeft = entry.ifNoneExist != nil && found[index]?.version != nil
            references.set(version: isLeft ? present : present + 1, of: name)
        }
    }

    /// Of all entries before anything else: a type becomes a part of others' references.
    func checkType(of entry: BundleEntry, _ index: Int) throws {
        do throws(UnknownResourceType) {
            _ = try process.release.known(entry.type)
        } catch {
            throw TransactionRefused(entry: index, refusal: error)
        }
    }

    /// How long the references make each resource, and all of them, before one is written.
    private func checkGrowth(_ indexes: [Int]) throws {
        if references.isEmpty { return }
        let most = TransactionReferences.mostGrowth
        var growth = 0
        for index in indexes {
            try Task.checkCancellation()
            let entry = try entry(index)
            guard !entry.isPatch, let resource = entry.resource else { continue }
            let more = try references.seen(from: entry).growth(of: resource)
            growth += max(0, more)
            do throws(ResourceFault) {
                try ResourceDraft.check(resource, growing: more)
                guard growth <= most else {
                    throw ResourceFault(
                        .tooCostly,
                        "The transaction's references make its resources longer by more than \(most) bytes in all; longer names, such as urn:uuid: and a UUID, add less.",
                        at: resource.path)
                }
            } catch {
                throw TransactionRefused(entry: index, refusal: error)
            }
        }
    }
}
