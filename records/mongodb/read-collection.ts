import type { mongo } from 'mongoose';

/** The read-only view of a collection, for all modules but its owner (writable.ts). */
export interface ReadCollection<Document extends mongo.BSON.Document> extends Pick<
  mongo.Collection<Document>,
  | 'aggregate'
  | 'collectionName'
  | 'countDocuments'
  | 'distinct'
  | 'estimatedDocumentCount'
  | 'find'
  | 'findOne'
  | 'watch'
> {}
