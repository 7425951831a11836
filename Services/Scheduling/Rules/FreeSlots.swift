import CareModels

/// The slots that a patient may still book.
enum FreeSlots {
    /// An appointment that the provider has: when it begins, and what it claims with its buffers. One that has ended claims nothing any more
    /// (`blocked` is nil), and counts for its day.
    struct Taken: Equatable, Sendable {
        var start: Int
        var blocked: Interval?
    }

    /// So much more than the range must be known of the zone's offsets and of what is taken: an overnight opening, a buffer, a
    /// whole day's count.
    static let margin = 3 * LocalDate.secondsPerDay

    /// The start of every free slot that begins in `range`, in order. A slot lasts `settings.slotMinutes`, lies inside one open
    /// interval on its grid, keeps the notice and the window from `now`, and with its buffers touches nothing busy or taken;
    /// days that have reached the daily limit have none.
    static func starts(
        of calendar: ProviderCalendar, offsets: UTCOffsets, taken: [Taken], in range: Interval, now: Int
    ) -> [Int] {
        let settings = calendar.settings
        // Also without a notice: what begins this very second is booked by nobody (`Booking.checkTime`).
        let earliest = max(range.start, now + max(settings.minimumNoticeMinutes * 60, 1))
        let latest = min(range.end, now + settings.bookingWindowDays * LocalDate.secondsPerDay)
        guard earliest < latest else { return [] }
        let length = settings.slotMinutes * 60
        let before = settings.bufferBeforeMinutes * 60
        let after = settings.bufferAfterMinutes * 60
        let blocked = Interval.merged(calendar.busy + taken.compactMap(\.blocked))
        let opened = OpenHours.intervals(of: calendar, offsets: offsets, in: Interval(start: earliest, end: latest))
        var result: [Int] = []
        for open in opened {
            var start = open.start
            if start < earliest { start += (earliest - start + length - 1) / length * length }
            var next = firstIndex(in: blocked, endingAfter: start - before)
            while start < latest, start + length <= open.end {
                while next < blocked.count, blocked[next].end <= start - before { next += 1 }
                if next == blocked.count || blocked[next].start >= start + length + after { result.append(start) }
                start += length
            }
        }
        result = sortedOnce(result)
        guard let limit = settings.dailyLimit else { return result }
        return withinDailyLimit(result, limit, taken, offsets)
    }

    private static func firstIndex(in blocked: [Interval], endingAfter instant: Int) -> Int {
        var low = 0
        var high = blocked.count
        while low < high {
            let middle = (low + high) / 2
            if blocked[middle].end <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Overlapping openings (a one-off beside the weekly hours) may give a slot twice or out of order.
    private static func sortedOnce(_ starts: [Int]) -> [Int] {
        var isRising = true
        for index in starts.indices.dropFirst() where starts[index] <= starts[index - 1] {
            isRising = false
            break
        }
        return isRising ? starts : Set(starts).sorted()
    }

    private static func withinDailyLimit(_ starts: [Int], _ limit: Int, _ taken: [Taken], _ offsets: UTCOffsets) -> [Int] {
        var counts: [LocalDate: Int] = [:]
        for appointment in taken { counts[offsets.date(at: appointment.start), default: 0] += 1 }
        let full = Set(counts.filter { $0.value >= limit }.keys)
        return full.isEmpty ? starts : starts.filter { !full.contains(offsets.date(at: $0)) }
    }
}
