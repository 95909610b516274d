/// Reader of Spot databases, which store Caliper records as JSON in SQLite.
package treeline.formats.caliper.spot;
