import CareModels
import Foundation
import Testing

@testable import HealthMonitorService

func instant(_ text: String) throws -> Date { try #require(RFC3339.parse(text), "\(text)") }

func zone(_ name: String) throws -> Zone { try #require(Zone(name), "\(name)") }

func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text), "\(text)") }

func heartRate(_ at: String, _ bpm: Double) throws -> HeartRate { HeartRate(at: try instant(at), bpm: bpm) }
