import HTTP

extension Request {
    /// `_count`: of more than `most` a page has that many, and its links say so.
    func pageSize(_ standard: Int, most: Int) throws -> Int { try query.pageSize(standard, most: most) }
}

extension QueryParameters {
    func pageSize(_ standard: Int, most: Int) throws -> Int { min(try int("_count", in: 1...Int(Int32.max)) ?? standard, most) }
}
